const mark =
  "[•▪◦‣●○■□–—*·➢❖►▸✓✔☐☑☒\uf0b7\uf0a7]|\\(?\\d{1,3}[.)]|\\(?[a-zA-Z][.)]|\\([ivxlc]{1,6}\\)";

/** A bullet, or the number or letter of a list item, alone. */
export const marker: RegExp = new RegExp(`^(?:${mark})$`, "u");

/** The beginning of a list item. A telephone number, such as (206) 266-1000, is none. */
export const listItem: RegExp = new RegExp(`^(?:${mark})\\s(?!\\d{2,}-)`, "u");
