import Anchor from "./Anchor.astro";
import Ask from "./Ask.astro";
import BreakIt from "./BreakIt.astro";
import CacheFormats from "./CacheFormats.astro";
import Catalogue from "./Catalogue.astro";
import Checkpoint from "./Checkpoint.astro";
import Cite from "./Cite.astro";
import Explain from "./Explain.astro";
import Figure from "./Figure.astro";
import Gpus from "./Gpus.astro";
import LabCosines from "./LabCosines.astro";
import LabFormats from "./LabFormats.astro";
import LabUpcycling from "./LabUpcycling.astro";
import LoudChannels from "./LoudChannels.astro";
import Note from "./Note.astro";
import Option from "./Option.astro";
import Pre from "./Pre.astro";
import Reported from "./Reported.astro";
import ResidualWindow from "./ResidualWindow.astro";
import Table from "./Table.astro";
import Tally from "./Tally.astro";
import Term from "./Term.astro";
import TokenCount from "./TokenCount.astro";
import Widget from "./Widget.astro";

/** What a chapter may write without importing it, and what stands in for plain HTML. */
export const components = {
  Ask,
  BreakIt,
  CacheFormats,
  Catalogue,
  Checkpoint,
  Cite,
  Explain,
  Figure,
  Gpus,
  LabCosines,
  LabFormats,
  LabUpcycling,
  LoudChannels,
  Note,
  Option,
  Reported,
  ResidualWindow,
  Tally,
  Term,
  TokenCount,
  Widget,
  a: Anchor,
  pre: Pre,
  table: Table,
};
