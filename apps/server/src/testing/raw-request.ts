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

export type SlowRequest = {
  /** Null where the connection was closed without an answer. */
  reply: Promise<RawReply | null>;
  closed: Promise<void>;
  write(bytes: Uint8Array): void;
  end(): void;
  hangUp(): void;
};

/** Sends the head of a request at once, and of its body only what is written afterwards. */
export function beginRequest(origin: string, raw: Omit<Raw, "pieces">): SlowRequest {
  const { hostname, port } = new URL(origin);
  const sent = request({ hostname, port, agent: false, method: raw.method, path: raw.path, headers: raw.headers });
  // What breaks a connection closes it as well.
  sent.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => sent.once("socket", (socket) => socket.once("close", () => resolve())));
  const answered = new Promise<RawReply | null>((resolve) => {
    sent.once("response", (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", () => undefined);
      reply.once("end", () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    });
    void closed.then(() => resolve(null));
  });
  sent.flushHeaders();
  return {
    reply: answered,
    closed,
    write: (bytes) => void sent.write(bytes),
    end: () => void sent.end(),
    hangUp: () => void sent.destroy(),
  };
}
