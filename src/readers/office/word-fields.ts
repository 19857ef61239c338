import { fieldText } from "../field-text.js";
import type { RunText } from "../run-text.js";
import { attribute, textIn, type XmlElement } from "./package.js";

interface Field {
  instruction: string;
  /** Whether its instruction has ended: what follows is its result. */
  isResult: boolean;
  /** The length of the text where its result began. */
  from: number;
}

/** The fields that are open where a document is read (ECMA-376-1, 17.16.18). */
export class FieldStack {
  #open: Field[] = [];

  /** Whether what is read belongs to the instruction of a field that another one stands in. */
  get isInstruction(): boolean {
    return this.#open.some(({ isResult }, at) => !isResult && at < this.#open.length - 1);
  }

  /** Whether a field without marks of its own stands in the instruction of another one. */
  get isInside(): boolean {
    return this.#open.some(({ isResult }) => !isResult);
  }

  /** Begins a paragraph. At its end an instruction that has not ended is taken for broken, and hides no more text. */
  begin(): { end(): void } {
    const count = this.#open.length;
    return {
      end: () => {
        this.#open = this.#open.filter(({ isResult }, at) => at < count || isResult);
      },
    };
  }

  take(element: XmlElement, text: RunText): void {
    const last = this.#open.at(-1);
    if (element.name === "instrText") {
      if (last && !last.isResult) last.instruction += textIn(element);
      return;
    }
    switch (attribute(element, "fldCharType")) {
      case "begin":
        this.#open.push({ instruction: "", isResult: false, from: text.length });
        return;
      case "separate":
        if (last) {
          last.isResult = true;
          last.from = text.length;
        }
        return;
      case "end": {
        const ended = this.#open.pop();
        if (ended && !this.isInside && ended.from === text.length)
          fieldText(ended.instruction, text);
      }
    }
  }
}
