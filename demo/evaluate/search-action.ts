/**
 * The action of every form on the page, although none is ever sent: Chromium's Autofill queries a
 * server of its vendor about text fields, except in forms whose action ends in `/search`.
 */
export const searchAction = "search";
