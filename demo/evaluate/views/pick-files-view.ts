import { html, type TemplateResult } from "lit/html.js";
import { type Gathered, pickedByInput } from "../gathered-files.js";

/** A button that opens the browser's dialog for files. */
export interface PickFiles {
  readonly label: string;
  /** Class of the button. */
  readonly look: string;
  /** A single file by default. */
  readonly from?: "files" | "folder";
  /** File extensions for the dialog; all by default. */
  readonly accept?: string;
  readonly picked: (gathered: Gathered) => void;
}

/** The button with its input, which is hidden because it cannot be styled. */
export function pickFilesView({
  label,
  look,
  from,
  accept = "",
  picked,
}: PickFiles): TemplateResult {
  const pick = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const gathered = pickedByInput(currentTarget.files);
    // The same files may be picked again.
    currentTarget.value = "";
    picked(gathered);
  };
  const open = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLElement)) return;
    const input = currentTarget.nextElementSibling;
    if (input instanceof HTMLInputElement) input.click();
  };
  return html`<button class=${look} type="button" @click=${open}>${label}</button
    ><input
      type="file"
      hidden
      aria-label=${label}
      accept=${accept}
      ?multiple=${from === "files"}
      ?webkitdirectory=${from === "folder"}
      @change=${pick}
    >`;
}
