import { type Theme, themeKey, themes } from "./theme.ts";

const root = document.documentElement;

function chosen(): Theme {
  return themes.find((theme) => theme === root.dataset.theme) ?? "auto";
}

function choose(theme: Theme) {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "auto") localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // Storage is closed to this page: the choice holds until it is left.
  }
}

/** Wires the three buttons of a wide header and the one button of a narrow header. */
export function switchTheme() {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("[data-theme-choice]")];
  const cycle = document.querySelector<HTMLButtonElement>("[data-theme-cycle]");
  const colours = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")];
  const bySystem = colours.map((meta) => meta.content);

  const show = () => {
    const now = chosen();
    for (const button of buttons) {
      const pressed = button.dataset.themeChoice === now;
      button.ariaPressed = String(pressed);
      if (pressed) cycle?.setAttribute("aria-label", label(button.textContent));
    }
    colours.forEach((meta, i) => {
      meta.content = (now === "auto" ? bySystem[i] : bySystem[themes.indexOf(now) - 1]) ?? "";
    });
  };
  const label = (name: string | null) =>
    (cycle?.dataset.themeCycle ?? "%").replace("%", name ?? "");

  for (const button of buttons) {
    button.addEventListener("click", () => {
      choose(themes.find((theme) => theme === button.dataset.themeChoice) ?? "auto");
      show();
    });
  }
  cycle?.addEventListener("click", () => {
    choose(themes[(themes.indexOf(chosen()) + 1) % themes.length] ?? "auto");
    show();
  });
  show();
}
