import pg from "pg";

/** `starting`: it runs, and refuses connections until it has recovered from a crash. */
export type ServerState = "answers" | "starting" | "silent";

/** SQLSTATE `cannot_connect_now` */
const NOT_YET = "57P03";

/** What a server says to this URL's user and password. */
export async function stateOf(url: string): Promise<ServerState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return "answers";
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === NOT_YET ? "starting" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function answers(url: string): Promise<boolean> {
  return (await stateOf(url)) === "answers";
}

/** Not of `node:timers/promises`, whose clock the tests cannot set. */
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Awaited = {
  readState: () => Promise<ServerState>;
  hasEnded: () => boolean;
  /** How long it may say nothing at all. */
  limitMs: number;
  /** Called once, when it has been recovering for `slowAfterMs`. */
  onRecovery: () => void;
  slowAfterMs: number;
};

/**
 * Waits for a server that was just started. One that recovers is never given up: it would have to begin again at the next
 * start, and never be done. @returns whether it answers
 */
export async function awaitServer({
  readState,
  hasEnded,
  limitMs,
  onRecovery,
  slowAfterMs,
}: Awaited): Promise<boolean> {
  const begunMs = Date.now();
  let heardMs = begunMs;
  let isSlow = false;
  while (!hasEnded() && Date.now() - heardMs < limitMs) {
    const state = await readState();
    if (state === "answers") return true;
    if (state === "starting") heardMs = Date.now();
    if (state === "starting" && !isSlow && heardMs - begunMs >= slowAfterMs) {
      isSlow = true;
      onRecovery();
    }
    await sleep(isSlow ? 250 : 25);
  }
  return false;
}
