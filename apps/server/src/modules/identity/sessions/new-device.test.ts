import { accountRoutes } from "@app/contract/accounts";
import { describe, expect, test } from "vitest";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();

async function mailsTo(address: string): Promise<{ subject: string; text: string; links: string[] }[]> {
  await testApp.settle();
  return JSON.parse((await testApp.visitor.send("GET", `/dev/mailbox.json?to=${address}`)).text);
}

describe("signing in on a new device", () => {
  test("sends no email for the first device, and one that names the second", async () => {
    const maya = await testApp.person("maya");
    expect(await mailsTo(maya.email)).toEqual([]);
    await maya.onAnotherDevice();
    const [mail, ...more] = await mailsTo(maya.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("New sign-in to Fieldhouse: Chrome on Linux");
    expect(mail?.text).toContain(
      "Hello maya, someone signed in to your account on Chrome on Linux, from the network 127.0.0.0/24",
    );
    expect(mail?.links).toEqual([`${testApp.deps.config.publicUrl}/setting?tab=devices`]);
  });

  test("sends none for a known device, even after it was signed out", async () => {
    const tom = await testApp.person("tom");
    const body = toLogin("tom", PASSWORD);
    const again = () => testApp.visitor.call(accountRoutes.login, { body });
    const { access_token } = await again();
    expect(await mailsTo(tom.email)).toHaveLength(1);
    await again();
    await testApp.visitor.send("POST", "/api/v1/logout", { headers: { authorization: `Bearer ${access_token}` } });
    await again();
    expect(await mailsTo(tom.email)).toHaveLength(1);
  });

  test("names a device even if its browser says nothing that is known", async () => {
    const ida = await testApp.person("ida");
    for (const device_name of ["", "curl/8.5.0"])
      await testApp.visitor.call(accountRoutes.login, { body: { ...toLogin("ida", PASSWORD), device_name } });
    const names = (await mailsTo(ida.email)).map(({ subject }) => subject);
    const name = "New sign-in to Fieldhouse: Unknown browser on unknown system";
    expect(names).toEqual([name, name]);
  });

  test("sends none after a wrong password", async () => {
    const leo = await testApp.person("leo");
    await testApp.visitor.refused(accountRoutes.login, { body: toLogin("leo", "not-it") });
    expect(await mailsTo(leo.email)).toEqual([]);
  });
});
