import { expect, test } from "vitest";
import { toBasics } from "#testing/earner-forms.ts";
import { decodeAsItComes, drawPictureWithTexts, toForm, toTexts } from "#testing/pictures.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { openStage } from "#testing/stage.ts";

const stage = await openStage();

async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test("a picture full of compressed texts, sent by somebody unverified, costs the web process next to nothing", async () => {
  const ana = await signUpAsEarner(stage, "ana.one");
  const bytes = await drawPictureWithTexts(250);
  expect(bytes.length).toBeLessThan(2_600_000);
  const form = toForm(toTexts(toBasics("ana.one")), { field: "profile_image", bytes });
  const decodedHere = await cpuMsOf(() => decodeAsItComes(bytes));
  const sent = await cpuMsOf(async () => {
    expect((await ana.send("POST", "/api/v1/individual/step-1", form)).status).toBe(200);
  });
  expect(sent).toBeLessThan(decodedHere / 4);
});
