import { accountRoutes } from "@app/contract/accounts";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { openCaller } from "#testing/caller.ts";
import { openMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { openStage } from "#testing/stage.ts";

const stage = await openStage();
const mails = openMailReader(stage);

/** A browser: it has a name for itself, and at most one session's cookie. */
function openBrowser() {
  const device = toLogin("", "").device_id;
  const jar = { cookie: "" };
  async function post(path: string, body: object) {
    const headers = jar.cookie === "" ? {} : { cookie: jar.cookie };
    const reply = await stage.visitor.send("POST", `/api/v1${path}`, { body, headers });
    jar.cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? jar.cookie;
    return { status: reply.status, token: JSON.parse(reply.text).data?.access_token ?? null, cookie: jar.cookie };
  }
  return {
    signIn: (name: string) => post(accountRoutes.login.path, { ...toLogin(name, PASSWORD), device_id: device }),
    verify: (token: string) => {
      // Another browser than the one that signed up says the password as well.
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
  const byToken = await stage.visitor.send("GET", "/api/v1/devices", { headers: { authorization: `Bearer ${token}` } });
  const byCookie = await stage.visitor.send("POST", "/api/v1/session/refresh", { headers: { cookie } });
  return [byToken.status === 200, byCookie.status === 200];
}

const ALIVE = [true, true];
const OVER = [false, false];

describe("a new sign-in in the same browser", () => {
  test("ends the session that was there: its access token and its cookie, wherever they were copied to", async () => {
    await stage.person("ana");
    const browser = openBrowser();
    const old = await browser.signIn("ana");
    const now = await browser.signIn("ana");
    expect(await isAlive(old)).toEqual(OVER);
    expect(await isAlive(now)).toEqual(ALIVE);
    // It is one device, in the list as before.
    const devices = await openCaller(stage.origin, now.token).call(accountRoutes.devices);
    expect(devices.filter((device) => device.is_this_device)).toHaveLength(1);
    expect(devices).toHaveLength(2);
  });

  test("ends another person's session there as well, by sign-in and by a mailed link", async () => {
    await stage.person("ben");
    await stage.person("cleo");
    await stage.person("dora", { isVerified: false });
    const browser = openBrowser();
    const ben = await browser.signIn("ben");
    const cleo = await browser.signIn("cleo");
    expect(await isAlive(ben)).toEqual(OVER);
    await stage.visitor.call(signUpRoutes.sendVerification, { body: { email_or_username: "dora" } });
    const token = mails.tokenOf(await mails.last("dora@people.test"), "email-verification");
    const dora = await browser.verify(token);
    expect(await isAlive(cleo)).toEqual(OVER);
    expect(await isAlive(dora)).toEqual(ALIVE);
  });

  test("ends nobody's session elsewhere, and none where the password was wrong", async () => {
    await stage.person("ed_");
    const [phone, laptop] = [openBrowser(), openBrowser()];
    const onPhone = await phone.signIn("ed_");
    await laptop.signIn("ed_");
    expect(await isAlive(onPhone)).toEqual(ALIVE);
    expect((await phone.signIn("nobody-at-all")).status).toBe(422);
    expect((await isAlive(onPhone))[0]).toBe(true);
  });

  test("needs the cookie itself to end another session: knowing a device's name is not enough", async () => {
    const fay = await stage.person("fay");
    const before = await stage.deps.pool.query("select client_id from devices where account_id = $1", [fay.accountId]);
    await stage.person("gus");
    const body = { ...toLogin("gus", PASSWORD), device_id: before.rows[0].client_id };
    await stage.visitor.call(accountRoutes.login, { body });
    await fay.call(accountRoutes.devices);
  });
});
