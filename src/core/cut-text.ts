/** A text of at most `most` characters; the last one is an ellipsis if it was longer. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
