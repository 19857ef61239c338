import { type Height, heightOfShift } from "../run-text.js";
import { symbolText } from "../symbol-fonts.js";
import { attribute, child, childrenNamed, type XmlElement } from "./package.js";

/** What the style of a text says of its looks (ODF 1.3, part 3, 20.195 and following). */
export interface TextLook {
  readonly height?: Height;
  /** The family of its font. */
  readonly font?: string;
  readonly isStruck?: boolean;
  readonly isHidden?: boolean;
}

/** What styles are for; each kind has names of its own. */
type Family = "text" | "paragraph" | "table-cell";

/** Styles based on one another, at most. */
const deepest = 20;

/** The looks that the styles of a part give to texts. */
export class TextLooks {
  readonly #styles = new Map<string, XmlElement>();
  readonly #fonts = new Map<string, string>();
  readonly #known = new Map<string, TextLook>();

  /** @param base the common styles, which those added later may be based on */
  constructor(base: TextLooks | null = null) {
    if (!base) return;
    this.#styles = new Map(base.#styles);
    this.#fonts = new Map(base.#fonts);
  }

  /** Adds the fonts or styles that are listed in an element. */
  add(list: XmlElement | null): void {
    for (const font of childrenNamed(list, "font-face")) {
      const family = attribute(font, "font-family") ?? "";
      this.#fonts.set(attribute(font, "name") ?? "", family.replace(/^(['"])(.*)\1$/, "$2"));
    }
    for (const style of childrenNamed(list, "style")) {
      const key = `${attribute(style, "family")} ${attribute(style, "name")}`;
      this.#styles.set(key, style);
      this.#known.clear();
    }
  }

  of(family: Family, element: XmlElement): TextLook {
    const key = `${family} ${attribute(element, "style-name") ?? ""}`;
    const known = this.#known.get(key) ?? this.#read(family, key);
    this.#known.set(key, known);
    return known;
  }

  #read(family: Family, key: string): TextLook {
    let look: TextLook = {};
    let style = this.#styles.get(key);
    for (let depth = 0; style && depth < deepest; depth++) {
      look = { ...this.#own(child(style, "text-properties")), ...look };
      style = this.#styles.get(`${family} ${attribute(style, "parent-style-name")}`);
    }
    return look;
  }

  #own(properties: XmlElement | null): TextLook {
    if (!properties) return {};
    const named = attribute(properties, "font-name");
    const family = attribute(properties, "font-family");
    const font = named === null ? family : (this.#fonts.get(named) ?? named);
    const position = attribute(properties, "text-position");
    const line =
      attribute(properties, "text-line-through-style") ??
      attribute(properties, "text-line-through-type");
    const display = attribute(properties, "display");
    return {
      ...(font === null ? {} : { font }),
      ...(position === null ? {} : { height: heightOf(position) }),
      ...(line === null ? {} : { isStruck: line !== "none" }),
      ...(display === null ? {} : { isHidden: display === "none" }),
    };
  }
}

/** Where a text stands by its position: "super 58%", "-33% 58%". */
function heightOf(position: string): Height {
  if (position.startsWith("super")) return "above";
  if (position.startsWith("sub")) return "below";
  return heightOfShift(Number.parseFloat(position));
}

/** A text as its font shows it. */
export function inFont(text: string, { font }: TextLook): string {
  return font === undefined ? text : (symbolText(font, text) ?? text);
}
