import { connect, createServer, type Socket } from "node:net";

/** Passes TCP connections on, until told to hang or to refuse. */
export type PausableProxy = {
  url: string;
  /** How many connections it accepted, hanging or not. */
  accepted(): number;
  /** Open connections stay open and carry nothing more; new ones are accepted and carry nothing. */
  hang(): void;
  /** Open connections are reset, new ones at once. */
  refuse(): void;
  resume(): void;
  close(): Promise<void>;
};

/** @param targetUrl where connections go; @returns the same URL with the port of the proxy */
export async function startPausableProxy(targetUrl: string): Promise<PausableProxy> {
  const target = new URL(targetUrl);
  let mode: "pass" | "hang" | "refuse" = "pass";
  let accepted = 0;
  const pairs = new Set<readonly [Socket, Socket]>();
  const destroyAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const server = createServer((incoming) => {
    accepted += 1;
    if (mode === "refuse") {
      incoming.resetAndDestroy();
      return;
    }
    const outgoing = connect(Number(target.port), target.hostname);
    const pair = [incoming, outgoing] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.once("close", () => {
        pairs.delete(pair);
        for (const one of pair) one.destroy();
      });
    }
    incoming.on("data", (chunk) => mode === "pass" && outgoing.write(chunk));
    outgoing.on("data", (chunk) => mode === "pass" && incoming.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: Object.assign(new URL(targetUrl), { port: String(port) }).href,
    accepted: () => accepted,
    hang: () => {
      mode = "hang";
    },
    refuse() {
      mode = "refuse";
      destroyAll();
    },
    resume() {
      mode = "pass";
      // Connections that hung have lost bytes, so they cannot go on.
      destroyAll();
    },
    async close() {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
