const fromRight: ReadonlySet<string> = new Set(["ar", "fa", "he", "ur"]);

/** The direction a language is written in. */
export function directionOf(language: string): "ltr" | "rtl" {
  return fromRight.has(language) ? "rtl" : "ltr";
}
