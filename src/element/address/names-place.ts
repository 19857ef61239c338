const keys = /^#(?:.*&)?(?:collection|conversation|grid|search|pattern|view|doc|open|pane)=/;

/** Whether a hash says where a reader is, rather than something of the page around. */
export function namesPlace(hash: string): boolean {
  return keys.test(hash);
}
