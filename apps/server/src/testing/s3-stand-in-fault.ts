/** A refusal in S3's own words. */
export class S3Fault extends Error {
  override readonly name = "S3Fault";
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
