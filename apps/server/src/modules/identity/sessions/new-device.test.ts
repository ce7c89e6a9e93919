import { accountRoutes } from "@app/contract/accounts";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { purgeExpired } from "./sessions.service.ts";

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

  test("sends one for a device that its owner had removed, alone or with all others", async () => {
    const vera = await testApp.person("vera");
    const body = toLogin("vera", PASSWORD);
    const again = () => testApp.visitor.call(accountRoutes.login, { body });
    const { access_token } = await again();
    await testApp.visitor.send("POST", "/api/v1/logout", { headers: { authorization: `Bearer ${access_token}` } });
    await again();
    const other = (await vera.call(accountRoutes.devices)).find(({ is_this_device }) => !is_this_device);
    if (!other) throw new Error("there is no other device");
    await vera.call(accountRoutes.removeDevice, { params: { id: other.id } });
    await again();
    await again();
    expect(await mailsTo(vera.email)).toHaveLength(2);
    await vera.call(signUpRoutes.removeOtherDevices);
    await again();
    expect(await mailsTo(vera.email)).toHaveLength(3);
  });

  test("names a device even if its browser says nothing that is known", async () => {
    const ida = await testApp.person("ida");
    for (const device_name of ["", "curl/8.5.0"])
      await testApp.visitor.call(accountRoutes.login, { body: { ...toLogin("ida", PASSWORD), device_name } });
    const names = (await mailsTo(ida.email)).map(({ subject }) => subject);
    const name = "New sign-in to Fieldhouse: Unknown browser on unknown system";
    expect(names).toEqual([name, name]);
  });

  test("knows a device for a year after it was last used", async () => {
    const uma = await testApp.person("uma");
    const { pool } = testApp.deps;
    const devices = async () => {
      const { rows } = await pool.query("select id from devices where account_id = $1 order by first_seen_at, id", [
        uma.accountId,
      ]);
      return rows.map(({ id }) => id);
    };
    await uma.onAnotherDevice();
    const [first, second] = await devices();
    const wasSeen = (ago: string, endsIn: string) =>
      pool.query(
        "update devices set last_seen_at = now() - $2::interval, session_ends_at = now() + $3::interval where id = $1",
        [first, ago, endsIn],
      );
    for (const [ago, endsIn] of [
      ["364 days", "-300 days"],
      ["366 days", "1 day"],
    ] as const) {
      await wasSeen(ago, endsIn);
      await purgeExpired(testApp.deps);
      expect(await devices()).toEqual([first, second]);
    }
    await wasSeen("366 days", "-276 days");
    await purgeExpired(testApp.deps);
    expect(await devices()).toEqual([second]);

    // The last one stays, however old: else a stranger's sign-in would pass for the first one.
    await pool.query(
      "update devices set last_seen_at = now() - interval '3 years', session_ends_at = now() - interval '3 years' where id = $1",
      [second],
    );
    await purgeExpired(testApp.deps);
    expect(await devices()).toEqual([second]);
    const before = (await mailsTo(uma.email)).length;
    await testApp.visitor.call(accountRoutes.login, { body: toLogin("uma", PASSWORD) });
    expect(await mailsTo(uma.email)).toHaveLength(before + 1);
  });

  test("sends none after a wrong password", async () => {
    const leo = await testApp.person("leo");
    await testApp.visitor.refused(accountRoutes.login, { body: toLogin("leo", "not-it") });
    expect(await mailsTo(leo.email)).toEqual([]);
  });
});
