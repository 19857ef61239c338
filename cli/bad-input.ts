/** Input that cannot be used; the message is one clear line for the person. */
export class BadInput extends Error {
  override readonly name = "BadInput";
}
