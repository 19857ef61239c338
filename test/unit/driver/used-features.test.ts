import { describe, expect, it } from "vitest";
import { isBefore, scriptFeatures, styleFeatures } from "../../../scripts/used-features.js";

function featuresIn(read: typeof scriptFeatures, text: string): string[] {
  const names = new Set<string>();
  read(text, (feature) => names.add(feature));
  return [...names];
}

describe("the features that a built file names", () => {
  it("finds globals, and methods with distinctive names", () => {
    const found = featuresIn(
      scriptFeatures,
      "URL.parse(a); b.moveBefore(c, d); /[\\p{L}--[a-z]]/v;",
    );
    expect(found).toEqual(expect.arrayContaining(["URL.parse", ".moveBefore", "/…/v"]));
  });

  it("leaves out features that a file only tests for or defines itself", () => {
    const checks = "typeof VideoFrame; self.scheduler; a?.moveBefore; b.moveBefore?.(c);";
    const definitions =
      "class URL {}; URL.parse(a); var Iterator; Iterator.from(b); ({ VideoFrame: 1 });";
    const found = featuresIn(scriptFeatures, checks + definitions);
    for (const name of ["VideoFrame", "scheduler", ".moveBefore", "URL.parse", "Iterator.from"]) {
      expect(found).not.toContain(name);
    }
  });

  it("finds features of style sheets, even inside scripts", () => {
    const sheet = "a:has(b){color:light-dark(red,blue);@supports (x:y){text-wrap:pretty}c{top:0}}";
    const features = [":has", "light-dark()", "nesting"];
    expect(featuresIn(styleFeatures, sheet)).toEqual(expect.arrayContaining(features));
    expect(featuresIn(styleFeatures, sheet)).not.toContain("text-wrap: pretty");
    expect(featuresIn(scriptFeatures, `f(\`${sheet}\`)`)).toEqual(expect.arrayContaining(features));
  });

  it("reports the order of versions", () => {
    expect(isBefore("17.5", "17.10")).toBe(true);
    expect(isBefore("18", "17.5")).toBe(false);
    expect(isBefore("124", "124")).toBe(false);
    expect(isBefore("124", null)).toBe(true);
  });
});
