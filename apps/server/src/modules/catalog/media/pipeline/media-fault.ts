/** The file cannot be used. The message is a sentence for its owner; anything else that is thrown is a fault of ours. */
export class MediaFault extends Error {
  override readonly name = "MediaFault";
}
