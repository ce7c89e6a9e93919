import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { earnerRoutes, LOGO_PART } from "@app/contract/earners";
import { expect, test } from "vitest";
import { openBarrier } from "#testing/barrier.ts";
import { toBasics } from "#testing/earner-forms.ts";
import type { TestPerson } from "#testing/people.ts";
import { decodeAsItComes, drawPhoto, drawPictureWithTexts, toForm, toTexts } from "#testing/pictures.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();

async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Sends a picture again, as the product asks on a machine that is too busy to draw it in time. */
async function untilDrawn(send: () => Promise<number>): Promise<number> {
  for (;;) {
    const status = await send();
    if (status !== 503) return status;
  }
}

test("a picture full of compressed text takes next to no CPU time of the web process", async () => {
  const ana = await signUpAsEarner(testApp, "ana.one");
  const bytes = await drawPictureWithTexts(250);
  expect(bytes.length).toBeLessThan(2_600_000);
  const form = toForm(toTexts(toBasics("ana.one")), { field: "profile_image", bytes });
  const decodedHere = await cpuMsOf(() => decodeAsItComes(bytes));
  const send = async () =>
    expect(await untilDrawn(async () => (await ana.send("POST", "/api/v1/individual/step-1", form)).status)).toBe(200);
  // The first one also loads code, and other work of this process counts as well; so the minimum is compared.
  const cpuMs = [await cpuMsOf(send), await cpuMsOf(send), await cpuMsOf(send)];
  expect(Math.min(...cpuMs)).toBeLessThan(decodedHere / 4);
});

/** How many child processes are drawing a picture right now. */
function countDrawing(): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/status`, "utf8").includes(`\nPPid:\t${process.pid}\n`);
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("redraw-child");
    } catch {
      // It exited meanwhile.
      return false;
    }
  }).length;
}

async function sendLogo(person: TestPerson, bytes: Buffer): Promise<number> {
  const form = toForm({}, { field: LOGO_PART.field, bytes });
  return (await person.send("POST", `/api/v1${earnerRoutes.collegeLogo.path}`, form)).status;
}

test("six concurrent pictures are processed two at a time, and all of them complete", async () => {
  const people = [];
  for (let n = 0; n < 6; n++) people.push(await testApp.person(`sender${n}`));
  const photo = await drawPhoto(3_000, 2_000);
  let [most, isSending] = [0, true];
  const sending = Promise.all(people.map((person) => untilDrawn(() => sendLogo(person, photo)))).finally(() => {
    isSending = false;
  });
  while (isSending) {
    most = Math.max(most, countDrawing());
    await sleep(5);
  }
  expect(await sending).toEqual([200, 200, 200, 200, 200, 200]);
  expect(most).toBe(2);
});

test("one person may send three pictures at once, and more once those are done", async () => {
  const eve = await testApp.person("eve");
  const photo = await drawPhoto(1_500, 1_000);
  // All six are counted before the first is drawn, because each waits at the step before.
  const { freeBytes } = testApp.deps.storage;
  const allSix = openBarrier(6);
  testApp.deps.storage.freeBytes = async () => {
    const free = await freeBytes();
    await allSix();
    return free;
  };
  const statuses = await Promise.all(Array.from({ length: 6 }, () => sendLogo(eve, photo)));
  testApp.deps.storage.freeBytes = freeBytes;
  // A busy machine gives up one that it had begun to draw.
  expect(statuses.map((status) => (status === 503 ? 200 : status)).toSorted()).toEqual([200, 200, 200, 429, 429, 429]);
  expect(await untilDrawn(() => sendLogo(eve, photo))).toBe(200);
});
