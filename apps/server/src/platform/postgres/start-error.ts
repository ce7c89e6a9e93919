/** Something outside the program prevents its start. The message is one sentence for the person who started it. */
export class FieldhouseStartError extends Error {
  override readonly name = "FieldhouseStartError";
}
