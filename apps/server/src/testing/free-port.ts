import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Above 10080, the last port to which browsers and `fetch` refuse to connect. */
const PORT_MIN = 10_081;
/** From here on Linux numbers outgoing connections, and one of those could take the port before the caller listens. */
const PORT_END = 32_768;

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_MIN, PORT_END);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
