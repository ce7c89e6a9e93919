import { CUT_MESSAGES, cutRoutes } from "@app/contract/cuts";
import type { ContentId } from "@app/contract/ids";
import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const maya = await testApp.person("maya", { plan: "Individual" });
const HOUR_MS = 3_600_000;

/** Processed, as far as its row says; nothing is cut here. */
async function publishHour(): Promise<ContentId> {
  const { id } = await testApp.publishes(maya, "Training camp", { lengthMs: HOUR_MS });
  await testApp.deps.pool.query("update contents set has_preview = true, has_storyboard = true where id = $1", [id]);
  return id;
}

const toClip = (id: ContentId, from_s: number, to_s: number) => ({
  params: { id },
  body: { from_s, to_s, title: "The final", visibility: "public" as const },
});

test.each([
  [0, 600, { from_ms: 0, to_ms: 600_000 }],
  [3_000, 3_600, { from_ms: 3_000_000, to_ms: 3_600_000 }],
  // In binary fractions, the difference is more than 600.
  [424.4, 1_024.4, { from_ms: 424_400, to_ms: 1_024_400 }],
])("a clip of exactly 10 minutes is made, from %d s to %d s", async (from, to, cut) => {
  const id = await publishHour();
  const clip = await maya.call(cutRoutes.clip, toClip(id, from, to));
  expect(clip).toMatchObject({ title: "The final", state: "processing", clip_of: { id } });
  const { rows } = await testApp.deps.pool.query("select from_ms, to_ms from clips where content_id = $1", [clip.id]);
  expect(rows).toEqual([cut]);
});

test.each([
  [0, 600.1],
  [1_000, 1_600.001],
  [0, 3_600],
])("a longer one is refused on its end, and nothing is published, from %d s to %d s", async (from, to) => {
  const id = await publishHour();
  const refusal = await maya.refused(cutRoutes.clip, toClip(id, from, to));
  expect(refusal).toMatchObject({ code: 422, errors: { to_s: ["A clip can be at most 10 minutes long."] } });
  const { rows } = await testApp.deps.pool.query("select from clips where source_id = $1", [id]);
  expect(rows).toEqual([]);
});

test("a trim may be longer than a clip, and both may last exactly one second", async () => {
  const id = await publishHour();
  // In binary fractions, the difference is less than 1.
  await maya.call(cutRoutes.clip, toClip(id, 3.1, 4.1));
  const { errors } = await maya.refused(cutRoutes.clip, toClip(id, 3.1, 4));
  expect(errors).toEqual({ to_s: [CUT_MESSAGES.tooShort] });
  const trim = (from_s: number, to_s: number) =>
    maya.call(cutRoutes.setTrim, { params: { id }, body: { from_s, to_s } });
  expect(await trim(3.1, 4.1)).toMatchObject({ state: "trimming", from_s: 3.1, to_s: 4.1 });
  expect(await trim(0, 3_000)).toMatchObject({ from_s: 0, to_s: 3_000 });
});
