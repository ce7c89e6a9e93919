import { accountRoutes } from "@app/contract/accounts";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { createCaller } from "#testing/caller.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);

/** A browser, with its device id and at most one session cookie. */
function openBrowser() {
  const device = toLogin("", "").device_id;
  const jar = { cookie: "" };
  async function post(path: string, body: object) {
    const headers = jar.cookie === "" ? {} : { cookie: jar.cookie };
    const reply = await testApp.visitor.send("POST", `/api/v1${path}`, { body, headers });
    jar.cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? jar.cookie;
    return { status: reply.status, token: JSON.parse(reply.text).data?.access_token ?? null, cookie: jar.cookie };
  }
  return {
    signIn: (name: string) => post(accountRoutes.login.path, { ...toLogin(name, PASSWORD), device_id: device }),
    verify: (token: string) => {
      // A different browser than the one that signed up also needs the password.
      const { device_name, ip_address } = toLogin("", "");
      return post(signUpRoutes.verifyEmail.path, {
        token,
        password: PASSWORD,
        device_id: device,
        device_name,
        ip_address,
      });
    },
  };
}

type Session = { token: string; cookie: string };

async function isAlive({ token, cookie }: Session): Promise<[boolean, boolean]> {
  const byToken = await testApp.visitor.send("GET", "/api/v1/devices", {
    headers: { authorization: `Bearer ${token}` },
  });
  const byCookie = await testApp.visitor.send("POST", "/api/v1/session/refresh", { headers: { cookie } });
  return [byToken.status === 200, byCookie.status === 200];
}

const ALIVE = [true, true];
const OVER = [false, false];

describe("a new sign-in in the same browser", () => {
  test("ends the previous session, with copies of its access token and cookie", async () => {
    await testApp.person("ana");
    const browser = openBrowser();
    const old = await browser.signIn("ana");
    const now = await browser.signIn("ana");
    expect(await isAlive(old)).toEqual(OVER);
    expect(await isAlive(now)).toEqual(ALIVE);
    // It is one device, in the list as before.
    const devices = await createCaller(testApp.origin, now.token).call(accountRoutes.devices);
    expect(devices.filter((device) => device.is_this_device)).toHaveLength(1);
    expect(devices).toHaveLength(2);
  });

  test("also ends another person's session, by password and by a mailed link", async () => {
    await testApp.person("ben");
    await testApp.person("cleo");
    await testApp.person("dora", { isVerified: false });
    const browser = openBrowser();
    const ben = await browser.signIn("ben");
    const cleo = await browser.signIn("cleo");
    expect(await isAlive(ben)).toEqual(OVER);
    await testApp.visitor.call(signUpRoutes.sendVerification, { body: { email_or_username: "dora" } });
    const token = mails.tokenOf(await mails.last("dora@people.test"), "email-verification");
    const dora = await browser.verify(token);
    expect(await isAlive(cleo)).toEqual(OVER);
    expect(await isAlive(dora)).toEqual(ALIVE);
  });

  test("ends no session in other browsers, and none after a wrong password", async () => {
    await testApp.person("ed_");
    const [phone, laptop] = [openBrowser(), openBrowser()];
    const onPhone = await phone.signIn("ed_");
    await laptop.signIn("ed_");
    expect(await isAlive(onPhone)).toEqual(ALIVE);
    expect((await phone.signIn("nobody-at-all")).status).toBe(422);
    expect((await isAlive(onPhone))[0]).toBe(true);
  });

  test("needs the cookie to end the previous session: a device id is not enough", async () => {
    const fay = await testApp.person("fay");
    const before = await testApp.deps.pool.query("select client_id from devices where account_id = $1", [
      fay.accountId,
    ]);
    await testApp.person("gus");
    const body = { ...toLogin("gus", PASSWORD), device_id: before.rows[0].client_id };
    await testApp.visitor.call(accountRoutes.login, { body });
    await fay.call(accountRoutes.devices);
  });
});
