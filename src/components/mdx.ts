import Anchor from "./Anchor.astro";
import Ask from "./Ask.astro";
import BreakIt from "./BreakIt.astro";
import Catalogue from "./Catalogue.astro";
import Checkpoint from "./Checkpoint.astro";
import Cite from "./Cite.astro";
import Explain from "./Explain.astro";
import Figure from "./Figure.astro";
import Gpus from "./Gpus.astro";
import Note from "./Note.astro";
import Option from "./Option.astro";
import Pre from "./Pre.astro";
import Table from "./Table.astro";
import Tally from "./Tally.astro";
import Term from "./Term.astro";
import TokenCount from "./TokenCount.astro";
import Widget from "./Widget.astro";

/** What a chapter may write without importing it, and what stands in for plain HTML. */
export const components = {
  Ask,
  BreakIt,
  Catalogue,
  Checkpoint,
  Cite,
  Explain,
  Figure,
  Gpus,
  Note,
  Option,
  Tally,
  Term,
  TokenCount,
  Widget,
  a: Anchor,
  pre: Pre,
  table: Table,
};
