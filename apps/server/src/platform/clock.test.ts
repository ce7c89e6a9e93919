import { accountRoutes } from "@app/contract/accounts";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import { expect, test } from "vitest";
import { createCaller } from "#testing/caller.ts";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { appCode, enableTwoFactor } from "#testing/two-factor.ts";
import { startWebProcess, withClockAhead } from "#testing/web-process.ts";

const testApp = await createTestApp();

test.each([
  ["ahead", 90],
  ["behind", -90],
])("a web process whose clock is 90 seconds %s agrees with the others", async (name, seconds) => {
  const wrong = await startWebProcess(testApp, withClockAhead(seconds));
  const maya = await testApp.person(`maya${name}`, { plan: "Individual" });
  const item = await testApp.publishes(maya, "Final");

  // A current code is accepted, and each process accepts the other's sessions.
  const { secret } = await enableTwoFactor(maya);
  const body = { ...toLogin(maya.name, PASSWORD), code: appCode(secret) };
  const { access_token } = await createCaller(wrong.origin, null).call(accountRoutes.login, { body });
  const there = createCaller(wrong.origin, maya.token);
  for (const who of [there, createCaller(testApp.origin, access_token)])
    expect((await who.call(accountRoutes.devices)).length).toBe(2);

  // Comments are in order, whichever process wrote them.
  const texts = ["one", "two", "three", "four"];
  for (const [at, text] of texts.entries())
    await (at % 2 ? there : maya).call(commentRoutes.add, { params: { id: item.id }, body: { text } });
  const { comments } = await maya.call(commentRoutes.list, { params: { id: item.id } });
  expect(comments.map((comment) => comment.text)).toEqual(texts.toReversed());

  // Signed addresses are the same ones, so that browsers and CDNs keep their copies.
  const own = await testApp.publishes(maya, "Only mine", { visibility: "private" });
  const [here, elsewhere] = await Promise.all(
    [maya, there].map(async (who) => (await who.call(contentRoutes.one, { params: { id: own.id } })).video_content.hls),
  );
  expect(here).toMatch(/^\/media\/s\/\d+\//);
  expect(elsewhere).toBe(here);
});
