const keys =
  /^#(?:.*&)?(?:collection|notebook|conversation|grid|search|pattern|view|doc|open|pane)=/;

/** True if a hash names a place in the element, rather than something of the surrounding page. */
export function namesPlace(hash: string): boolean {
  return keys.test(hash);
}
