/** What a person typed cannot be used; the message is one clear line for them. */
export class BadInput extends Error {
  override readonly name = "BadInput";
}
