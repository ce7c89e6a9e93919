/** Something outside the program keeps it from starting. The message is one sentence for the person who started it. */
export class FieldhouseStartError extends Error {
  override readonly name = "FieldhouseStartError";
}
