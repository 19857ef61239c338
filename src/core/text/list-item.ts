const listItem = /^\s*(?:[-–—•*▪◦·]\s|\[[ x]\]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{2,4})[.)]\s)/;

/** Whether a line or a sentence begins with a list item's bullet, check box, number or letter. */
export function isListItem(text: string): boolean {
  return listItem.test(text);
}
