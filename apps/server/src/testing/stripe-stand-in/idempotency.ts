import { StripeFault } from "./fault.ts";

type Kept = { request: string; reply: Promise<Reply> };
export type Reply = { status: number; body: Record<string, unknown> };

/** Each write must carry a key; the same one with the same request is answered as before, and done once. */
export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>();

  answer(key: string | undefined, request: string, work: () => Promise<Reply>): Promise<Reply> {
    if (!key)
      throw new StripeFault(400, { type: "invalid_request_error", message: "This write carries no Idempotency-Key." });
    const known = this.#kept.get(key);
    if (known && known.request !== request)
      throw new StripeFault(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    if (known) return known.reply;
    const reply = work();
    this.#kept.set(key, { request, reply });
    return reply;
  }
}
