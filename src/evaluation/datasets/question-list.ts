import type { EvaluationQuestion, SourcePlace } from "../data-set.js";
import { shown } from "./faults.js";
import type { Fields } from "./fields.js";

/** The questions of a data set as they are read; an id that comes twice is a fault. */
export class QuestionList {
  readonly questions: EvaluationQuestion[] = [];
  readonly #places = new Map<string, SourcePlace>();

  /** @param idField the field that a fault of the id is about */
  add(question: EvaluationQuestion, fields: Fields, idField: string): void {
    // Then its absence was noted.
    if (question.id === "") return;
    const earlier = this.#places.get(question.id);
    if (earlier) {
      const where = earlier.line === null ? earlier.entry : `line ${earlier.line}`;
      const which = idField === "question" ? "the same is" : `${shown(question.id)} is also`;
      const hint = idField === "question" ? "; give each an id" : "";
      fields.fault(idField, `must be unique: ${which} in ${where}${hint}.`);
      return;
    }
    this.#places.set(question.id, fields.place);
    this.questions.push(question);
  }
}

/** What was left out, by reason, as notes for people. */
export class LeftOut {
  readonly #reasons = new Map<string, string[]>();

  add(reason: string, id: string): void {
    const ids = this.#reasons.get(reason) ?? [];
    ids.push(id.length > 40 ? `${id.slice(0, 39)}…` : id);
    this.#reasons.set(reason, ids);
  }

  /** Sentences such as `3 questions left out (a, b, c): the PDF is not there.` */
  notes(thing: string): string[] {
    return [...this.#reasons].map(([reason, ids]) => {
      const named = ids.length > 5 ? `${ids.slice(0, 4).join(", ")}, …` : ids.join(", ");
      const things = ids.length === 1 ? thing : `${thing}s`;
      return `${ids.length} ${things} left out (${named}): ${reason}.`;
    });
  }
}
