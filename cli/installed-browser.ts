import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** The windowless browser first, as Debian packages it: it starts in a tenth of the time. */
const commands = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "microsoft-edge-stable",
  "microsoft-edge",
  "msedge",
];

/** Where browsers are installed on this system, in addition to the folders of PATH. */
function usualPlaces(environment: NodeJS.ProcessEnv): string[] {
  if (process.platform === "darwin") {
    const applications = ["Google Chrome", "Chromium", "Microsoft Edge"];
    const roots = ["/Applications", path.join(os.homedir(), "Applications")];
    return roots.flatMap((root) =>
      applications.map((name) => path.join(root, `${name}.app/Contents/MacOS/${name}`)),
    );
  }
  if (process.platform === "win32") {
    const { ProgramFiles, LOCALAPPDATA, "ProgramFiles(x86)": programFiles32 } = environment;
    const roots = [ProgramFiles, programFiles32, LOCALAPPDATA].filter((root) => root !== undefined);
    const programs = [
      "Google/Chrome/Application/chrome.exe",
      "Chromium/Application/chrome.exe",
      "Microsoft/Edge/Application/msedge.exe",
    ];
    return roots.flatMap((root) => programs.map((program) => path.join(root, program)));
  }
  return ["/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge", "/snap/bin/chromium"];
}

/** The first Chromium, Chrome or Edge among the folders of PATH and the usual places, or null. */
export function installedBrowser(environment: NodeJS.ProcessEnv = process.env): string | null {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const folders = (environment.PATH ?? "").split(path.delimiter).filter(Boolean);
  const onPath = commands.flatMap((command) =>
    folders.map((folder) => path.join(folder, command + suffix)),
  );
  return [...onPath, ...usualPlaces(environment)].find((file) => existsSync(file)) ?? null;
}
