import { randomBytes } from "node:crypto";
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { LIVE_PATH } from "@app/contract/live";
import { API_PREFIX } from "@app/contract/paths";
import { TUS_PATH } from "@app/contract/uploads";
import type { Config } from "#src/config.ts";

const LIMIT_MS = 10_000;
/** What the page sends at once. */
const PIECE_BYTES = 8 * 1024 ** 2;
const CLOCK_TOLERANCE_MS = 30_000;

type Reply = { status: number; isOurs: boolean; date: string | undefined };

/** Checks what lies between people and the product: its public address, the proxy and its limits, and the clock. */
export async function checkNetwork(config: Pick<Config, "publicUrl">, now: Date): Promise<string[]> {
  const { publicUrl } = config;
  const alive = await ask(`${publicUrl}/healthz`, {}).catch((error: unknown) => String(error));
  if (typeof alive === "string")
    return [`PUBLIC_URL, ${publicUrl}, does not answer (${alive}). Is the product running, and is the address right?`];
  if (alive.status !== 200 || !alive.isOurs)
    return [`PUBLIC_URL, ${publicUrl}, is answered by something else than this product (status ${alive.status}).`];
  const faults = [findClockFault(alive, publicUrl, now)];
  for (const check of [checkUploads, checkSockets, checkApi]) faults.push(await check(publicUrl));
  return faults.filter((fault) => fault !== null);
}

function findClockFault({ date }: Reply, publicUrl: string, now: Date): string | null {
  const behindMs = date === undefined ? 0 : Math.abs(Date.parse(date) - now.getTime());
  if (behindMs <= CLOCK_TOLERANCE_MS) return null;
  return `The clock of this machine differs by ${Math.round(behindMs / 1_000)} seconds from the one that answers at ${publicUrl}. Set both by NTP: Stripe's events and signed addresses depend on it.`;
}

async function checkUploads(publicUrl: string): Promise<string | null> {
  const piece = { method: "POST", headers: { "content-length": String(PIECE_BYTES), "tus-resumable": "1.0.0" } };
  const upload = await ask(`${publicUrl}${TUS_PATH}`, piece).catch(() => null);
  if (upload?.isOurs && upload.status !== 413) return null;
  return "The proxy cuts uploads: it does not pass on 8 MB at once. In nginx set client_max_body_size to 4g.";
}

async function checkSockets(publicUrl: string): Promise<string | null> {
  if ((await openSocket(publicUrl)) === 101) return null;
  return "The proxy cuts sockets: pages are not told what happens. Let it pass on the headers Upgrade and Origin below /app/.";
}

async function checkApi(publicUrl: string): Promise<string | null> {
  const reply = await ask(`${publicUrl}${API_PREFIX}/nothing`, {}).catch(() => null);
  return reply?.isOurs === false ? `The proxy does not pass on ${API_PREFIX}: something else answers there.` : null;
}

function ask(url: string, options: { method?: string; headers?: Record<string, string> }): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith("https:") ? requestTls : requestPlain;
    const asked = request(url, { ...options, signal: AbortSignal.timeout(LIMIT_MS) }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text = (text + chunk.toString("utf8")).slice(0, 10_000);
      });
      const finish = () =>
        resolve({ status: response.statusCode ?? 0, isOurs: isEnvelope(text), date: response.headers.date });
      response.on("end", finish);
      response.on("close", finish);
    });
    asked.on("error", reject);
    // Only the headers of a piece are sent: a proxy that refuses its size replies before the body.
    if (options.method === "POST") asked.flushHeaders();
    else asked.end();
  });
}

/** `{ code, status, message, data }`, as every reply of ours. */
function isEnvelope(text: string): boolean {
  try {
    const reply = JSON.parse(text) as Record<string, unknown>;
    return typeof reply.code === "number" && typeof reply.message === "string" && "data" in reply;
  } catch {
    return false;
  }
}

/** @returns the status; 0: no answer */
function openSocket(publicUrl: string): Promise<number> {
  const url = `${publicUrl}${LIVE_PATH}?protocol=7&client=doctor&version=1&flash=false`;
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    origin: new URL(publicUrl).origin,
    "sec-websocket-version": "13",
    "sec-websocket-key": randomBytes(16).toString("base64"),
  };
  return new Promise((resolve) => {
    const request = url.startsWith("https:") ? requestTls : requestPlain;
    const asked = request(url, { headers, signal: AbortSignal.timeout(LIMIT_MS) });
    asked.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    asked.on("response", (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    asked.on("error", () => resolve(0));
    asked.end();
  });
}
