import { accountRoutes } from "@app/contract/accounts";
import { profileRoutes } from "@app/contract/profile";
import { expect, test } from "vitest";
import { createCaller } from "#testing/caller.ts";
import { toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createDemoWorld, DEMO_PASSWORD } from "./demo-people.service.ts";
import { EARNERS } from "./world/people.ts";

const stage = await createTestApp();

test("every earner of the demo world has the profile of their plan, with something in it", async () => {
  await createDemoWorld(stage.deps);
  for (const { username, plan } of EARNERS) {
    const session = await stage.visitor.call(accountRoutes.login, { body: toLogin(username, DEMO_PASSWORD) });
    const profile = await createCaller(stage.origin, session.access_token).call(profileRoutes.one);
    expect(profile.earner).toMatchObject({ plan, ssn_last4: null, city: expect.stringMatching(/^[A-Z]/) });
    expect(profile.earner?.channel_category).toHaveLength(1);
    if (plan === "Individual") expect(profile.earner?.gpa).toMatch(/^\d/);
    else expect(profile.earner?.contact_person?.first_name).toMatch(/^[A-Z]/);
    expect(profile.earner?.coach_person === null).toBe(plan !== "Team");
  }
});
