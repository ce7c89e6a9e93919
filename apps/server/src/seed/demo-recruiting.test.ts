import { accountRoutes } from "@app/contract/accounts";
import { channelId } from "@app/contract/ids";
import { measurables } from "@app/contract/measurables";
import { recruitingRoutes } from "@app/contract/recruiting";
import { expect, test } from "vitest";
import { appendHighlight } from "#modules/discovery/recruiting/recruiting.sql.ts";
import { findAccountByUsername } from "#modules/identity/accounts/accounts.service.ts";
import { createCaller } from "#testing/caller.ts";
import { toLogin } from "#testing/people.ts";
import { publishItem } from "#testing/publish.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createDemoWorld, DEMO_PASSWORD } from "./demo-people.service.ts";
import { MEASURED, RECRUITED } from "./world/profiles.ts";

const stage = await createTestApp();

test("one athlete of the demo world has an open recruiting page, found on her own profile, with her videos on it", async () => {
  await createDemoWorld(stage.deps);
  const session = await stage.visitor.call(accountRoutes.login, { body: toLogin(RECRUITED, DEMO_PASSWORD) });
  const athlete = await findAccountByUsername(stage.deps.sql, RECRUITED);
  const link = await createCaller(stage.origin, session.access_token).call(recruitingRoutes.link);
  expect(link).toMatchObject({ is_on: true, closed_because: null });

  const params = { token: link.path?.split("/")[2] ?? "" };
  const channel = { channelId: channelId.parse(athlete?.channel_id) };
  const { id } = await publishItem(stage.deps, channel, "Shot chart", { categoryId: stage.categoryId });
  for (let time = 0; time < 2; time++) await appendHighlight(stage.deps.sql, athlete?.id ?? "", id);
  const page = await stage.visitor.call(recruitingRoutes.page, { params });
  expect(page).toMatchObject({ name: "Marisol Vega", city: "El Paso", gpa: "3.85", measurables: MEASURED[RECRUITED] });
  expect(page.highlights.map(({ title }) => title)).toEqual(["Shot chart"]);
  expect([page.offers.length, page.visits.length]).toEqual([3, 1]);
});

test("the measurables of demo athletes could have been typed into the form", () => {
  for (const measured of Object.values(MEASURED)) expect(measurables.safeParse(measured).error).toBeUndefined();
});
