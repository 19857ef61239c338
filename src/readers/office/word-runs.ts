import { type Height, heightOfAlignment, heightOfShift } from "../run-text.js";
import { symbolText } from "../symbol-fonts.js";
import type { Archive } from "./containers.js";
import { attribute, child, isOn, numberIn, readPart, type XmlElement } from "./package.js";

/** What the properties of a run say of its looks (ECMA-376-1, 17.3.2); what they leave open is missing. */
export interface RunLook {
  readonly height?: Height;
  /** The font of its characters up to U+007F, and of those beyond; "minorHAnsi" and such are the theme's. */
  readonly ascii?: string;
  readonly beyond?: string;
  readonly isHidden?: boolean;
  readonly isStruck?: boolean;
}

export function runLook(properties: XmlElement | null): RunLook {
  if (!properties) return {};
  const height = heightOf(properties);
  const fonts = child(properties, "rFonts");
  const font = (name: string): string | null =>
    fonts && (attribute(fonts, `${name}Theme`) ?? attribute(fonts, name));
  const [ascii, beyond] = [font("ascii"), font("hAnsi")];
  const hidden = child(properties, "vanish");
  const struck = child(properties, "strike");
  const twice = child(properties, "dstrike");
  return {
    ...(height === null ? {} : { height }),
    ...(ascii === null ? {} : { ascii }),
    ...(beyond === null ? {} : { beyond }),
    ...(hidden ? { isHidden: isOn(hidden) } : {}),
    ...(struck || twice ? { isStruck: isOn(struck) || isOn(twice) } : {}),
  };
}

/** Half points from which on a run that is shifted is read as raised or lowered. */
const leastShift = 4;

function heightOf(properties: XmlElement): Height | null {
  const aligned = child(properties, "vertAlign");
  if (aligned) return heightOfAlignment(attribute(aligned, "val"));
  const shift = numberIn(child(properties, "position"), "val");
  return shift === null ? null : heightOfShift(Math.abs(shift) < leastShift ? 0 : shift);
}

/** What the characters of runs show: those of fonts of signs stand in the places of letters. */
export class WordFonts {
  readonly #ofTheme = new Map<string, string>();

  constructor(archive: Archive, theme: string | undefined) {
    const fonts = child(readPart(archive, theme), "themeElements", "fontScheme");
    for (const kind of ["major", "minor"]) {
      const latin = child(fonts, `${kind}Font`, "latin");
      const named = latin && attribute(latin, "typeface");
      if (!named) continue;
      this.#ofTheme.set(`${kind}Ascii`, named);
      this.#ofTheme.set(`${kind}HAnsi`, named);
    }
  }

  shown(text: string, { ascii, beyond = ascii }: RunLook): string {
    if (ascii === undefined && beyond === undefined) return text;
    const [near, far] = [this.#named(ascii), this.#named(beyond)];
    if (near === far) return symbolText(near, text) ?? text;
    return text.replace(/[\0-\x7f]+|[^\0-\x7f]+/g, (part) => {
      const isNear = part < "\x80";
      // Programs write signs from U+F020 on and name their font only once.
      return symbolText(isNear ? near : far, part) ?? (isNear ? part : privateSigns(near, part));
    });
  }

  /** The sign of a font by its number (17.3.3.30). */
  sign(element: XmlElement): string {
    const code = Number.parseInt(attribute(element, "char") ?? "", 16);
    if (!(code >= 0x20 && code <= 0xffff)) return "";
    const written = String.fromCharCode(code);
    const shown = symbolText(this.#named(attribute(element, "font") ?? ""), written) ?? written;
    return isPrivate(shown) ? unknownSign : shown;
  }

  #named(font = ""): string {
    return this.#ofTheme.get(font) ?? font;
  }
}

function privateSigns(font: string, text: string): string {
  return text.replace(/[\uf020-\uf0ff]+/g, (signs) => symbolText(font, signs) ?? signs);
}

/** A sign of a font whose signs are not known: better seen than missing. */
const unknownSign = "\ufffd";

function isPrivate(text: string): boolean {
  return text >= "\ue000" && text <= "\uf8ff";
}
