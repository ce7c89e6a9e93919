import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { startFakeS3 } from "../apps/server/src/testing/fake-s3/fake-s3.ts";

/** An S3 that can fail. */
export type Store = {
  environment: Record<string, string>;
  keys(): string[];
  /** `away` resets each connection; `failing` is the share of requests answered with 503; `slow` delays each. */
  set(fault: { away?: boolean; failing?: number; slowMs?: number }): void;
  /** How many requests failed on purpose. */
  faults(): number;
  stop(): Promise<void>;
};

const SLOW_DOWN = "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>";

/** The tests' fake S3 behind a proxy that loses requests. Requests are signed for the proxy, which passes them on. */
export async function startStore(): Promise<Store> {
  const s3 = await startFakeS3();
  const target = new URL(s3.config.endpoint);
  const agent = new Agent({ keepAlive: true });
  let fault: { away?: boolean; failing?: number; slowMs?: number } = {};
  let count = 0;
  const server = createServer((asked, answer) => {
    if (fault.away) {
      count += 1;
      asked.socket.resetAndDestroy();
      return;
    }
    if (fault.failing !== undefined && Math.random() < fault.failing) {
      count += 1;
      asked.resume();
      answer.writeHead(503, { "content-type": "application/xml" }).end(SLOW_DOWN);
      return;
    }
    const send = () => {
      const options = { agent, method: asked.method ?? "GET", headers: asked.headers };
      const passed = request(new URL(asked.url ?? "/", target), options, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      });
      passed.once("error", () => answer.destroy());
      asked.pipe(passed);
    };
    setTimeout(send, fault.slowMs ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: s3.config.bucket,
      S3_REGION: s3.config.region,
      S3_ACCESS_KEY_ID: s3.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
    },
    keys: () => [...s3.bucket.objects.keys()],
    set(next) {
      fault = next;
      if (next.away) server.closeAllConnections();
    },
    faults: () => count,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
      await s3.stop();
    },
  };
}
