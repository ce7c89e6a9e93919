import { numberRoutes } from "@app/contract/numbers";
import { describe, expect, test } from "vitest";
import { openStage } from "#testing/stage.ts";
import { recountNumbers } from "./numbers.service.ts";

const stage = await openStage();

describe("the numbers of the landing page", () => {
  test("are of public things only, and follow when they are counted again", async () => {
    expect(await stage.visitor.call(numberRoutes.read)).toEqual({ channels: 0, items: 0, views: 0, earned_cents: 0 });

    const maya = await stage.person("maya", { plan: "Individual" });
    await stage.person("leo");
    await stage.publishes(maya, "Cup final");
    await stage.publishes(maya, "Tactics, not for rivals", { visibility: "private" });
    await recountNumbers(stage.deps);

    expect(await stage.visitor.call(numberRoutes.read)).toEqual({ channels: 1, items: 1, views: 0, earned_cents: 0 });
  });
});
