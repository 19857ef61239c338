import type { DocumentSummary } from "./document.js";
import { oncePer } from "./once-per.js";
import { oneLine } from "./one-line.js";
import { fileName } from "./paths.js";

/** Maximum number of characters of a title shown in a row or a dialog. */
const longest = 160;

/** Names that programs give to untitled documents, reduced to letters; numbers may follow. */
const unnamed: ReadonlySet<string> = new Set([
  ...["untitled", "untitleddocument", "unnamed", "notitle", "title", "document", "doc"],
  ...[
    "presentation",
    "powerpointpresentation",
    "slide",
    "spreadsheet",
    "workbook",
    "book",
    "sheet",
  ],
  ...["scan", "scanneddocument", "image", "print", "fullpagephoto", "draft", "temp", "test"],
  ...[
    "mappe",
    "dokument",
    "präsentation",
    "unbenannt",
    "unbenanntesdokument",
    "ohnetitel",
    "titel",
  ],
  ...["sanstitre", "sansnom", "titre", "classeur", "présentation"],
  ...["sintítulo", "título", "sinnombre", "documento", "libro", "presentación"],
  ...["無題", "文書", "名称未設定", "بدونعنوان", "مستند"],
]);

/** Titles made of the name of the program and of the file. */
const program =
  /^(?:microsoft (?:office|word|excel|power ?point|publisher|access|visio|outlook|project|one ?note)(?![a-zß-ɏḀ-ỿ])|(?:libre|open)office )/iu;

const authority =
  /^(?:united states(?: of america)?\s+|u\.?s\.?\s+)?securities and exchange commission(?:,?\s+washington.*)?$/iu;

/** True if a text only names the authority that documents are filed with. */
export function isAuthority(text: string): boolean {
  return authority.test(text.trim());
}

/** A file name used as a title. */
const nameOfFile =
  /\.(?:docx?|docm|dotx?|odt|rtf|pdf|pptx?|odp|xlsx?|ods|csv|txt|md|html?|xml|tex|dvi|ps|eps|indd|qxd|pmd|fm|ai|tiff?|jpe?g|png|eml|msg)$/iu;

/** The beginning of the first section, or of a line of a form with its box ticked. */
const firstSection = /^(?:[☐-☒]|(?:1(?:\.\d+)*[.)]?|I[.)])\s)/u;

/** A document's stated title, else its first heading; null if neither adds to its file name. */
export const documentTitle: (document: DocumentSummary) => string | null = oncePer(
  ({ heading, metadata, path }) => {
    const named = lettersAndDigits(fileName(path).replace(/\.[^.]*$/, ""));
    return (
      [metadata.title, heading].flatMap((each) => sensible(each ?? "", named) ?? [])[0] ?? null
    );
  },
);

function sensible(text: string, name: string): string | null {
  const title = oneLine(text, longest);
  const letters = lettersAndDigits(title);
  if (!/\p{Alpha}{2}/u.test(letters) || letters === name) return null;
  const isUnnamed = unnamed.has(letters.replace(/\p{N}/gu, ""));
  const isGenerated =
    isUnnamed || [program, nameOfFile, firstSection].some((one) => one.test(title));
  return isGenerated || isAuthority(title) ? null : title;
}

export function lettersAndDigits(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{Alpha}\p{N}]+/gu, "");
}
