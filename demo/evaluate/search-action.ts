/**
 * What every form of the page names as its action, although none is ever sent: Chromium's Autofill
 * asks a server of its maker about text fields, but leaves out forms whose action ends in `/search`.
 */
export const searchAction = "search";
