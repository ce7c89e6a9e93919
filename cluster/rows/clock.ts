import { createCaller } from "../../apps/server/src/testing/caller.ts";
import { watch } from "../journey.ts";
import { newAddress, signIn } from "../people.ts";
import type { Measure } from "./row.ts";

const OFF_S = 90;
const LOGINS_MAX = 30;

/** Shifts `Date` of the whole process 90 seconds ahead or behind. */
function toShift(seconds: number): string {
  const code = `const real = Date.now.bind(Date); const shift = ${seconds * 1_000}; const Real = Date;
    globalThis.Date = class extends Real { constructor(...args) { args.length === 0 ? super(real() + shift) : super(...args); }
      static now() { return real() + shift; } };`;
  return `--import data:text/javascript,${encodeURIComponent(code)}`;
}

/** The first web process is 90 s behind, then 90 s ahead; each process must accept what the other signs. */
export const shiftClock: Measure = async ({ stack, itemId }) => {
  const faults: string[] = [];
  for (const seconds of [-OFF_S, OFF_S]) {
    await stack.replaceFirstWeb({ env: { NODE_OPTIONS: toShift(seconds) } });
    const [shifted, right] = stack.webOrigins;
    for (const [from, to] of [
      [shifted, right],
      [right, shifted],
    ] as const) {
      const fan = await signIn(from, "firstfan");
      const there = createCaller(to, fan.token, { "x-forwarded-for": newAddress() });
      const { status } = await there.send("GET", "/api/v1/devices");
      if (status !== 200) faults.push(`a token of ${from} answered ${status} (${seconds} s)`);
      // Through HAProxy and nginx: either process signs and either checks.
      await watch(stack.origin, fan, itemId).catch((error: Error) => faults.push(`${error.message} (${seconds} s)`));
    }
    const passed = await countLogins(stack.webOrigins);
    if (passed > LOGINS_MAX) faults.push(`${passed} wrong sign-ins passed (${seconds} s)`);
  }
  return {
    measured:
      faults.length === 0
        ? "tokens and signatures of each passed at the other, both ways; limits held"
        : faults.join("; "),
    holds: faults.length === 0,
  };
};

async function countLogins(origins: readonly string[]): Promise<number> {
  const address = newAddress();
  let passed = 0;
  for (let at = 0; at < 45; at++) {
    const caller = createCaller(origins[at % origins.length] ?? "", null, { "x-forwarded-for": address });
    const body = { email_or_username: `nobody${at}`, password: "Wrong-Horse-1", device_id: crypto.randomUUID() };
    const reply = await caller.send("POST", "/api/v1/login", {
      body: { ...body, device_name: "Mozilla/5.0", ip_address: null },
    });
    if (reply.status !== 429) passed += 1;
  }
  return passed;
}
