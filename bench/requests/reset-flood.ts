import { randomBytes } from "node:crypto";
import { accountRoutes } from "@app/contract/accounts";
import { API_PREFIX } from "@app/contract/paths";
import { signUpRoutes } from "@app/contract/sign-up";
import autocannon from "autocannon";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { median } from "../median.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, toLogin } from "../product/people.ts";
import type { Running } from "../product/start.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";

const SIGN_INS = 40;
const QUICK_SIGN_INS = 15;
const FLOOD_CONNECTIONS = 50;
const LONGEST_S = 600;
const PERSON = "signer";
/** How much longer a sign-in may take while `/reset-password` is flooded. */
const SLOWER = 12;

/** How long a sign-in takes, alone and while `/reset-password` is flooded with made-up tokens. */
export function measureResetFlood(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "web", async (product) => {
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    await closingAfter(database.close, () => addPerson(database, PERSON, null));
    const count = settings.isQuick ? QUICK_SIGN_INS : SIGN_INS;
    await timeSignIns(product, 5);
    const alone = await timeSignIns(product, count);
    const flood = startFlood(product);
    const flooded = await closingAfter(flood.stop, () => timeSignIns(product, count));
    return [
      row("sign-in, alone: p50", median(alone), "ms"),
      row("sign-in while /reset-password is flooded: p50", median(flooded), "ms"),
      row("sign-in while /reset-password is flooded: slowest", Math.max(...flooded), "ms"),
      row("sign-in while /reset-password is flooded: by that alone", median(flooded) / median(alone), "×", SLOWER),
      row("sign-in while /reset-password is flooded: answers to the flood", flood.perSecond(), "/s"),
    ];
  });
}

function startFlood({ origin }: Running): { stop(): Promise<void>; perSecond(): number } {
  const password = "Right-Horse-2";
  const startedMs = performance.now();
  let answers = 0;
  let elapsedS = 0;
  const run = autocannon({
    url: origin,
    connections: FLOOD_CONNECTIONS,
    duration: LONGEST_S,
    setupClient: (client) =>
      client.setRequests([
        {
          method: "POST",
          path: API_PREFIX + signUpRoutes.resetPassword.path,
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            token: randomBytes(32).toString("base64url"),
            password,
            password_confirmation: password,
          }),
        },
      ]),
  });
  run.on("response", () => {
    answers += 1;
  });
  return {
    async stop() {
      elapsedS = (performance.now() - startedMs) / 1000;
      run.stop();
      await run;
    },
    perSecond: () => answers / elapsedS,
  };
}

/** One after the other, like one person. */
async function timeSignIns({ origin }: Running, count: number): Promise<number[]> {
  const tookMs: number[] = [];
  for (let at = 0; at < count; at++) {
    const startedMs = performance.now();
    const reply = await fetch(origin + API_PREFIX + accountRoutes.login.path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: toLogin(PERSON),
    });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`Signing in was answered with ${reply.status}.`);
    tookMs.push(performance.now() - startedMs);
  }
  return tookMs;
}
