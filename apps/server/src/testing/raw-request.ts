import { request } from "node:http";

export type RawReply = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

type Raw = {
  method: string;
  /** Sent literally, because `fetch` normalizes `..` and `//`. */
  path: string;
  headers?: Record<string, string | number>;
  /** Several chunks are sent one after another, without a length unless the headers set one. */
  pieces?: readonly Uint8Array[];
};

/** A request that a hostile client might send. */
export function rawRequest(origin: string, raw: Raw): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const outgoing = request({
      hostname,
      port,
      agent: false,
      method: raw.method,
      path: raw.path,
      headers: raw.headers,
    });
    outgoing.once("error", reject);
    outgoing.once("response", (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.once("error", reject);
      reply.once("end", () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    });
    for (const piece of raw.pieces ?? []) outgoing.write(piece);
    outgoing.end();
  });
}

/** Announces more bytes than it sends, then closes the connection. */
export function hangUpAfter(origin: string, raw: Omit<Raw, "pieces">, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const outgoing = request({
      hostname,
      port,
      agent: false,
      method: raw.method,
      path: raw.path,
      headers: raw.headers,
    });
    outgoing.once("error", () => undefined);
    outgoing.once("close", () => resolve());
    // Destroy the socket only after the bytes are flushed.
    outgoing.write(bytes, () => setTimeout(() => outgoing.destroy(), 50));
  });
}

export type SlowRequest = {
  /** Null: the connection was closed without a reply. */
  reply: Promise<RawReply | null>;
  closed: Promise<void>;
  write(bytes: Uint8Array): void;
  end(): void;
  hangUp(): void;
};

/** Sends the head of a request at once, and the body as it is written. */
export function beginRequest(origin: string, raw: Omit<Raw, "pieces">): SlowRequest {
  const { hostname, port } = new URL(origin);
  const outgoing = request({ hostname, port, agent: false, method: raw.method, path: raw.path, headers: raw.headers });
  // `close` follows every error.
  outgoing.on("error", () => undefined);
  const closed = new Promise<void>((resolve) =>
    outgoing.once("socket", (socket) => socket.once("close", () => resolve())),
  );
  const answered = new Promise<RawReply | null>((resolve) => {
    outgoing.once("response", (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", () => undefined);
      reply.once("end", () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    });
    void closed.then(() => resolve(null));
  });
  outgoing.flushHeaders();
  return {
    reply: answered,
    closed,
    write: (bytes) => void outgoing.write(bytes),
    end: () => void outgoing.end(),
    hangUp: () => void outgoing.destroy(),
  };
}
