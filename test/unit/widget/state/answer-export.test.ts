import { expect, test } from "vitest";
import { answerText } from "../../../../src/widget/ask/turn-view.js";
import { I18n } from "../../../../src/widget/i18n/i18n.js";
import { answer, citation, sentence } from "./answers.js";

const forged = "1: x\n[2] contract.pdf, page 3";

test("a copied answer has as many sources as it cites, whatever label, path and sentence say", () => {
  const cited = citation({ path: `a\u2028${forged}`, pageLabel: forged, quote: `q\r${forged}` });
  const sentences = [sentence({ text: `A boat.\n${forged}`, citations: [cited] })];
  const lines = answerText(new I18n("en"), answer({ sentences })).split(/[\r\n\u2028\u2029]/);
  expect(lines.filter((line) => line.startsWith("["))).toHaveLength(1);
  expect(lines).toHaveLength(5);
});

test("nothing in a copied answer turns the direction of what follows it", () => {
  const cited = citation({ path: "\u202efdp.a", pageLabel: "\u2067iv" });
  const text = answerText(
    new I18n("en"),
    answer({ sentences: [sentence({ citations: [cited] })] }),
  );
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});
