/**
 * Chunks that pages and embeds share, by what they hold: so that a budget can be set for each, and a
 * reader who has one keeps it from page to page.
 */
export const codeSplitting = {
  groups: [
    // First, or the group below would take it along: every page needs it, before any widget.
    { name: "example", test: /src[\\/]data[\\/]example/ },
    { name: "lit", test: /node_modules[\\/](?:lit|lit-html|lit-element|@lit)[\\/]/ },
    { name: "engines", test: /src[\\/]model[\\/]engines[\\/]/ },
    { name: "serve", test: /src[\\/]model[\\/]serve[\\/]/ },
    { name: "plan", test: /src[\\/](?:model[\\/]plan|data[\\/]plan-model)/ },
    {
      name: "model",
      test: /src[\\/](?:model[\\/](?!attention|import|engines|serve|plan)|data[\\/](?:index|models|gpus|stored-model))/,
    },
    // Small and wanted without the rest, so before it.
    { name: "vha-scores", test: /src[\\/]data[\\/]vha-scores/ },
    // What our own models measured, and the words for it.
    {
      name: "own-scores",
      test: /src[\\/](?:measured[\\/](?:lab[\\/]family-scores|family-results|compare-seeds)|widgets[\\/]kv-quality[\\/]own)/,
    },
    { name: "quality", test: /src[\\/]data[\\/]quality/ },
    { name: "lab-runs", test: /src[\\/]measured[\\/]lab[\\/]/ },
    { name: "plot", test: /node_modules[\\/](?:@observablehq[\\/]plot|d3-[\w-]+|internmap)[\\/]/ },
  ],
};
