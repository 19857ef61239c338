/**
 * What every form of the interface names as its action, although none is ever sent. Chromium's
 * Autofill asks a server of its maker about the text fields of a page, but leaves out forms whose
 * action ends in `/search`; no policy and no script sees that request (`test/e2e/privacy-demo.test.ts`).
 */
export const searchAction = "search";
