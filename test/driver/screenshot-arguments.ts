import { parseArgs } from "node:util";
import { BadInput } from "../../cli/bad-input.js";

export interface ScreenshotArguments {
  /** The folder for the pictures. */
  readonly folder: string;
  /** The built site; null for the one in `site/`. */
  readonly site: string | null;
  /** Names of states; empty for all. */
  readonly states: readonly string[];
  readonly languages: readonly string[];
  readonly themes: readonly Theme[];
  readonly widths: readonly number[];
}

export type Theme = "light" | "dark";

const themes: readonly Theme[] = ["light", "dark"];
const widest = 2560;
const narrowest = 320;

export const screenshotUsage: string = `Usage: npm run -s screenshots -- FOLDER [options]

Brings the built site into every state that a reader can see, in headless Chromium, and writes a
picture of each to FOLDER: STATE.LANGUAGE.THEME.WIDTH.png.

  --state NAME    only this state; may be given several times
  --language TAG  only this language (default: en, de and ar); several times, too
  --theme THEME   only light, or only dark
  --width PIXELS  only this width (default: 1280, 768 and 360); several times, too
  --site FOLDER   a site that was built elsewhere than in site/
  --help          print this

Exit code: 0 all were taken; 1 some states could not be brought about, and are named; 2 bad input;
3 Pagehound itself failed.
`;

/** Parses the command line. Returns null if help is requested; throws `BadInput`. */
export function screenshotArguments(
  parameters: readonly string[],
  known: readonly string[],
): ScreenshotArguments | null {
  const { values, positionals } = parse(parameters);
  if (values.help) return null;
  const [folder, ...more] = positionals;
  if (folder === undefined) throw new BadInput("No folder was named for the pictures.");
  if (more.length > 0) throw new BadInput(`One folder is enough: "${more[0]}" is another.`);
  const states = values.state ?? [];
  const strange = states.find((name) => !known.includes(name));
  if (strange !== undefined) {
    throw new BadInput(`There is no state "${strange}". There are: ${known.join(", ")}.`);
  }
  return {
    folder,
    site: values.site ?? null,
    states,
    languages: values.language ?? ["en", "de", "ar"],
    themes: values.theme === undefined ? themes : [themeOf(values.theme)],
    widths: values.width?.map(widthOf) ?? [1280, 768, 360],
  };
}

function themeOf(text: string): Theme {
  const theme = themes.find((one) => one === text);
  if (!theme) throw new BadInput(`--theme is light or dark, not "${text}".`);
  return theme;
}

function widthOf(text: string): number {
  const width = Number(text);
  if (!Number.isInteger(width) || width < narrowest || width > widest) {
    throw new BadInput(
      `--width must be a whole number from ${narrowest} to ${widest}, not "${text}".`,
    );
  }
  return width;
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        state: { type: "string", multiple: true },
        language: { type: "string", multiple: true },
        theme: { type: "string" },
        width: { type: "string", multiple: true },
        site: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new BadInput(message.replaceAll("\n", " "));
  }
}
