import { fileName } from "../../core/index.js";
import { panelWords } from "../i18n/english/panels.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";
import { placedName } from "./placed-name.js";
import type { Turn } from "./turn.js";

addEnglish(panelWords);

/** The finished answer, as screen readers announce it. */
export function spoken(words: I18n, { answer }: Turn): string {
  if (!answer) return "";
  if (answer.kind === "answered") {
    const count = answer.sentences.filter(
      ({ supported, doubt }) => !supported && doubt === undefined,
    ).length;
    const text = answer.sentences.map((sentence) => sentence.text).join(" ");
    return count === 0
      ? words.t("answer.spoken", { text })
      : words.t("answer.spoken.unsupported", { text, count });
  }
  if (answer.kind === "not-found") return words.t("answer.spoken.notFound");
  const [best] = answer.passages;
  if (!best) return words.t("answer.spoken.noPassage");
  return words.t("answer.spoken.passages", {
    count: answer.passages.length,
    source: placedName(words, fileName(best.path), best),
  });
}
