import { blockRoutes } from "@app/contract/blocks";
import { measurableRoutes } from "@app/contract/measurables";
import { describe, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const ENTERED = {
  height_in: 74,
  weight_lb: 195,
  position: "Point guard",
  marks: [{ label: "40-yard dash", value: "4.62 s" }],
};

describe("an athlete's measurables", () => {
  test("can be entered, read by others and changed", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const leo = await testApp.person("leo");
    const read = () => leo.call(measurableRoutes.ofChannel, { params: { id: maya.channelId } });
    expect(await read()).toBeNull();
    await maya.call(measurableRoutes.save, { body: ENTERED });
    expect(await read()).toEqual(ENTERED);
    await maya.call(measurableRoutes.save, { body: { ...ENTERED, weight_lb: null, marks: [] } });
    expect(await read()).toEqual({ ...ENTERED, weight_lb: null, marks: [] });
    const nia = await testApp.person("nia");
    await maya.call(blockRoutes.block, { params: { id: nia.channelId } });
    expect(await nia.call(measurableRoutes.ofChannel, { params: { id: maya.channelId } })).toBeNull();
    await testApp.deps.pool.query("update channels set hidden_at = now() where id = $1", [maya.channelId]);
    expect(await read()).toBeNull();
    // Their owner can still see and change them.
    expect(await maya.call(measurableRoutes.ofChannel, { params: { id: maya.channelId } })).not.toBeNull();
  });

  test("change in the fields that are sent, so that what another device entered stays", async () => {
    const ada = await testApp.person("ada", { plan: "Individual" });
    const save = (body: Partial<typeof ENTERED>) => ada.call(measurableRoutes.save, { body });
    const { marks, ...others } = ENTERED;
    expect(await save({ marks })).toEqual({ height_in: null, weight_lb: null, position: null, marks });
    expect(await save(others)).toEqual(ENTERED);
    expect(await save({ position: "Forward" })).toEqual({ ...ENTERED, position: "Forward" });
  });

  test("exist for athletes only", async () => {
    const club = await testApp.person("club", { plan: "Team" });
    expect((await club.refused(measurableRoutes.save, { body: ENTERED })).code).toBe(403);
    const read = { params: { id: club.channelId } };
    expect(await club.call(measurableRoutes.ofChannel, read)).toBeNull();
    expect((await testApp.visitor.refused(measurableRoutes.ofChannel, read)).code).toBe(401);
  });

  test.each([
    [{ height_in: 20 }, "height_in", "Height must be between 3 ft and 8 ft"],
    [{ height_in: 70.5 }, "height_in", "Height must be in whole inches"],
    [{ weight_lb: 501 }, "weight_lb", "Weight must be between 50 lb and 500 lb"],
    [{ weight_lb: 148.5 }, "weight_lb", "Weight must be in whole pounds"],
    [{ position: " " }, "position", "Position is a required field"],
    [{ marks: [{ label: "", value: "1" }] }, "marks.0.label", "Result is a required field"],
    [{ marks: Array(13).fill(ENTERED.marks[0]) }, "marks", "Please enter at most 12 results."],
    [{ account_id: "x" }, "account_id", "This field is not known."],
  ])("%j is refused on its field", async (wrong, field, sentence) => {
    const ana = await testApp.person(`ana${field.replace(/\W/g, "")}${Object.values(wrong).join("").length}`, {
      plan: "Individual",
    });
    const refusal = await ana.refused(measurableRoutes.save, { body: { ...ENTERED, ...wrong } });
    expect([refusal.code, refusal.errors[field]]).toEqual([422, [sentence]]);
  });
});
