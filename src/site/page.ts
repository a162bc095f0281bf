import { startCheckpoints } from "./checkpoint.ts";
import { followLanguageSwitch } from "./language-switch.ts";
import { openForPrint } from "./open-for-print.ts";
import { startWidgets } from "./running-example.ts";
import { openSearch } from "./search-open.ts";
import { markSectionInView } from "./section-in-view.ts";
import { switchTheme } from "./theme-switch.ts";

startWidgets();
startCheckpoints(document);
switchTheme();
followLanguageSwitch();
markSectionInView();
openSearch();
openForPrint();
