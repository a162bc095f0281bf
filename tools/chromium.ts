import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where browsers with WebGPU stand on the systems that people develop on. */
const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/** The browser the tests drive: `CHROME_PATH`, or one in a usual place. */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROME_PATH, ...(places[process.platform] ?? [])];
  return candidates.find((path) => path !== undefined && existsSync(path));
}

/** Whether some font has Hangul; systems without fontconfig bring their own. */
function hasKorean(): boolean {
  const { status, stdout } = spawnSync("fc-list", [":lang=ko", "family"], { encoding: "utf8" });
  return process.platform !== "linux" || (status === 0 && stdout.trim() !== "");
}

/**
 * Finds what the browser tests need, and installs it where Debian's packages can be had.
 * @throws Error that says what to install by hand.
 */
export function ensureChromium(): string {
  const missing = [
    ...(findChromium() ? [] : ["chromium"]),
    ...(hasKorean() ? [] : ["fonts-noto-cjk", "fontconfig"]),
  ];
  if (missing.length > 0) install(missing);
  const found = findChromium();
  if (!found || !hasKorean()) throw new Error(advice(missing));
  return found;
}

function install(packages: readonly string[]): void {
  if (spawnSync("apt-get", ["--version"]).status !== 0) throw new Error(advice(packages));
  const root = process.getuid?.() === 0;
  const apt = (...args: string[]) => {
    const command = root ? ["apt-get", ...args] : ["sudo", "-n", "apt-get", ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const [program = "", ...rest] = command;
    return spawnSync(program, rest, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  };
  console.log(`Installing for the browser tests: ${packages.join(", ")}`);
  const done =
    apt("install", "-y", "-q", ...packages) ||
    (apt("update", "-q") && apt("install", "-y", "-q", ...packages));
  if (!done) throw new Error(advice(packages));
}

const advice = (packages: readonly string[]): string =>
  `The browser tests need a Chromium or Chrome of 2024 or later and a font with Hangul. ` +
  `Could not install ${packages.join(" and ")}. On Debian or Ubuntu: ` +
  `sudo apt-get install chromium fonts-noto-cjk. Elsewhere install Chrome, ` +
  `or set CHROME_PATH to the browser's program.`;
