import "../widgets/page.ts";
import { followLanguageSwitch } from "./language-switch.ts";
import { openForPrint } from "./open-for-print.ts";
import { openSearch } from "./search-open.ts";
import { markSectionInView } from "./section-in-view.ts";
import { switchTheme } from "./theme-switch.ts";

switchTheme();
followLanguageSwitch();
markSectionInView();
openSearch();
openForPrint();
