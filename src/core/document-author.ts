import type { DocumentMetadata } from "./document.js";
import { oneLine } from "./one-line.js";

/** Makers of software and hardware; the rest of the name decides whether it is a person's. */
const maker =
  /microsoft|windows|office|微软|macintosh|(?<!\p{Alpha})(?:mac|dell|hp|pc)(?!\p{Alpha})/giu;

/** Words in place of a name, without signs; a number may follow: "Admin", "user2", "n/a". */
const placeholder =
  /^(?:the)?(?:anonymous|anonym|anonyme|anónimo|unknown|unbekannt|inconnu|desconocido|unspecified|unnamed|none|null|undefined|na|default|guest|gast|invité|owner|besitzer|author|autor|auteur|name|yourname|root|admin|administrator|administrateur|administrador|(?:local|end)?user|username|benutzer|utilisateur|usuario|utente|用户|ユーザー|مستخدم|匿名|不明|未知|مجهول)(?:de|di)?\p{N}*$/iu;

/** Names of programs that write documents: "python-docx", "LaTeX with hyperref", "iText 7". */
const programs =
  /^(?:python-\p{Alpha}+|openpyxl|xlsxwriter|apache poi|(?:libre|open)office|pdftex|la?tex|reportlab|itext|tcpdf|fpdf|ghostscript|calibre|pandoc|wkhtmltopdf|acrobat|adobe|crystal reports|quarkxpress|edgar|word|excel|powerpoint|writer)(?![a-zß-ɏḀ-ỿ])/iu;

/** The name of an account in a network: "jkn010", "a813704". */
const account = /^[a-z]+\d{2,}$/u;

/**
 * The author that a document states, on one line; null if it states none, or only what a program
 * writes there: a placeholder, the name of an account, or its own name.
 */
export function documentAuthor({
  author,
  creator,
  producer,
}: Pick<DocumentMetadata, "author" | "creator" | "producer">): string | null {
  const name = oneLine(author ?? "");
  const letters = lettersOf(name);
  if (!/\p{Alpha}/u.test(letters) || account.test(name) || programs.test(name)) return null;
  const rest = lettersOf(name.replace(maker, " "));
  if (placeholder.test(rest) || rest === "") return null;
  // "Scribus 1.5" by Scribus.
  const programNames = [creator, producer].map((program) => lettersOf(program ?? ""));
  const isOwn = letters.length > 3 && programNames.some((program) => program.startsWith(letters));
  return isOwn ? null : name;
}

function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{Alpha}\p{M}\p{N}]+/gu, "");
}
