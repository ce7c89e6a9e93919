import { request } from "node:http";

export type RawReply = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

type Raw = {
  method: string;
  /** Sent letter by letter: `fetch` would tidy `..` and `//` away. */
  path: string;
  headers?: Record<string, string | number>;
  /** Several pieces go out one after the other, without a length unless the headers say one. */
  pieces?: readonly Uint8Array[];
};

/** A request as a hostile client would write it. */
export function rawRequest(origin: string, raw: Raw): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, agent: false, method: raw.method, path: raw.path, headers: raw.headers });
    sent.once("error", reject);
    sent.once("response", (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.once("error", reject);
      reply.once("end", () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    });
    for (const piece of raw.pieces ?? []) sent.write(piece);
    sent.end();
  });
}

/** Says that more bytes come than do, sends what there is, and hangs up. */
export function hangUpAfter(origin: string, raw: Omit<Raw, "pieces">, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, agent: false, method: raw.method, path: raw.path, headers: raw.headers });
    sent.once("error", () => undefined);
    sent.once("close", () => resolve());
    // After the bytes are on their way; a socket that is destroyed first would take them along.
    sent.write(bytes, () => setTimeout(() => sent.destroy(), 50));
  });
}

/** Says that more bytes come than do, sends what there is, and waits until the server hangs up. */
export function sendAndWait(origin: string, raw: Omit<Raw, "pieces">, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, agent: false, method: raw.method, path: raw.path, headers: raw.headers });
    sent.once("error", () => undefined);
    sent.once("close", () => resolve());
    sent.write(bytes);
  });
}
