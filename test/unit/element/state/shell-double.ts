import { I18n } from "../../../../src/element/i18n/i18n.js";
import { Notices } from "../../../../src/element/shell/notices.js";
import type { Shell } from "../../../../src/element/shell/shell.js";
import type { Pagehound } from "../../../../src/index.js";

/** A shell that draws nothing, over a collection with only these methods; failures are thrown. */
export function shellOver(library: object, announced: string[] = []): Shell {
  const nothing = (): void => undefined;
  const words = new I18n("en");
  const shell = {
    words,
    library: Promise.resolve(library as Pagehound),
    setup: { collection: "default" },
    surface: {
      words,
      find: () => null,
      announce: (text: string) => void announced.push(text),
    },
    notices: new Notices(nothing, (text) => void announced.push(text)),
    ...{ changed: nothing, progressed: nothing, emit: nothing },
    fail: (error: unknown) => {
      throw error;
    },
  };
  return shell as unknown as Shell;
}
