import { element, searchAction } from "./dom.js";
import { OpenError } from "./opened-document.js";
import type { PlaceMarks } from "./place-marks.js";
import type { ViewerStrings } from "./strings.js";

/** What is to be said above the pages. */
export function viewerNotices(
  strings: ViewerStrings,
  state: {
    readonly places: Pick<PlaceMarks, "total" | "unmarked">;
    /** Whether the stored text stands in for the file. */
    readonly textOnly: boolean;
    /** Whether the text that is shown is what others have said of the file. */
    readonly notRead: boolean;
    /** Whether the text of the page that the reader is at was recognised in a picture. */
    readonly recognised: boolean;
    /** A file without which pages were drawn. */
    readonly missing: string | null;
    /** Why a part of the viewer is not there. */
    readonly trouble: string | null;
  },
): string[] {
  const { total, unmarked } = state.places;
  const notices: string[] = [];
  if (state.notRead) notices.push(strings.notRead);
  else if (state.textOnly) notices.push(strings.textOnly);
  if (state.recognised) notices.push(strings.recognisedPage);
  if (state.missing !== null) notices.push(strings.assetsMissing(state.missing));
  if (unmarked > 0) {
    notices.push(total === 1 ? strings.unmarked : strings.unmarkedOf(unmarked, total));
  }
  if (state.trouble !== null) notices.push(state.trouble);
  return notices;
}

/** Where the reader has been taken, for those who do not see it. */
export function placeSaid(
  { marked, markOf }: ViewerStrings,
  { current, total, currentMarked }: PlaceMarks,
  page: number,
): string[] {
  const said = total > 1 ? [`${markOf(current + 1, total)}.`] : [];
  if (currentMarked) said.push(marked(page));
  return said;
}

/** What to say about a document that could not be opened, and whether its password would help. */
export function openingFailure(
  error: unknown,
  strings: ViewerStrings,
): { readonly message: string; readonly askPassword: boolean } {
  if (!(error instanceof OpenError)) {
    return { message: strings.couldNotOpen(error), askPassword: false };
  }
  const messages = {
    "password-needed": strings.passwordNeeded,
    "password-wrong": strings.passwordWrong,
    damaged: strings.damaged,
    "worker-failed": strings.workerFailed,
    "not-loaded": strings.partFailed,
  };
  return { message: messages[error.reason], askPassword: error.reason.startsWith("password") };
}

/** A field for a document's password. What is typed is handed on and kept nowhere. */
export function passwordForm(
  strings: ViewerStrings,
  submit: (password: string) => void,
): HTMLFormElement {
  const input = element("input", {
    type: "password",
    "aria-label": strings.passwordLabel,
    placeholder: strings.passwordLabel,
    autocomplete: "off",
    required: "",
  });
  const form = element(
    "form",
    { action: searchAction },
    input,
    element("button", {}, strings.passwordSubmit),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(input.value);
  });
  return form;
}
