import { describe, expect, it } from "vitest";
import { asWritten, plainClaim } from "../../../../src/agent/verify/plain-claim.js";

describe("plainClaim", () => {
  it.each([
    ["**12,450** million", "12,450 million"],
    ["4**5** and *6* and `7` and _8_", "45 and 6 and 7 and 8"],
    ["<b>45</b> million<br>more", "45 million more"],
    ["&euro;45&nbsp;million, &#8722;5", "€45 million, −5"],
    ["mil\u200blion \u2060x", "million x"],
    ["45  million\tand", "45 million and"],
    ["$4{,}5\\,million", "$4,5 million"],
    ["3 * 4 * 5 = 60", "3 * 4 * 5 = 60"],
    ["snake_case_name and &unknown;", "snake_case_name and &unknown;"],
    ["12\u00a0450", "12\u00a0450"],
  ])("reads %j as %j", (text, plain) => {
    expect(plainClaim(text)).toBe(plain);
  });

  it("takes time that is linear in the length of the text", () => {
    for (const piece of ["*", "**a", "_", "<b", "&#1", "\\", " ", "`a*"]) {
      expect(plainClaim(piece.repeat(1300)).length).toBeLessThanOrEqual(4000);
    }
  });
});

describe("asWritten", () => {
  it("finds a piece of the plain text in the original text", () => {
    const text = "It was **$45** million, 𝟓\u200b5.";
    expect(asWritten(text, "$45 million")).toBe("$45** million");
    expect(asWritten(text, "𝟓5")).toBe("𝟓\u200b5");
    expect(asWritten(text, "77")).toBe("77");
    expect(asWritten(text, "")).toBe("");
  });
});
