/**
 * The action of every form on the page, although none is ever sent: Chromium's Autofill queries one
 * of its maker's servers about text fields, except in forms whose action ends in `/search`.
 */
export const searchAction = "search";
