export const themes = ["auto", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** The only thing the site keeps on a reader's machine, and only once they choose. */
export const themeKey = "headcount-theme";

/** Runs in the head, before anything is painted; storage may be closed to us, as in a frame. */
export const applyTheme = `try{const t=localStorage.getItem("${themeKey}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
