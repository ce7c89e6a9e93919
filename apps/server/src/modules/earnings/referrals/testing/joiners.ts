import { randomUUID } from "node:crypto";
import { referralRoutes } from "@app/contract/referrals";
import { signUpRoutes } from "@app/contract/sign-up";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, type TestPerson, toLogin, toSignUp } from "#testing/people.ts";
import type { TestApp } from "#testing/test-app.ts";

type SignUpOptions = {
  /** Entered in the form, or filled in by the link. */
  code?: string | undefined;
  /** `name=value` */
  cookie?: string;
  email?: string;
  phone?: string;
};

type From = { device?: ReturnType<typeof randomUUID>; address?: string };

/** People who sign up like on the page, and open the mailed link. */
export function openJoiners(testApp: TestApp) {
  const mails = createMailReader(testApp);
  const { pool } = testApp.deps;

  async function signsUp(name: string, options: SignUpOptions = {}): Promise<Headers> {
    const { code, cookie, ...more } = options;
    const reply = await testApp.visitor.send("POST", "/api/v1/register", {
      body: { ...toSignUp(name), ...more, referral_code: code ?? null },
      headers: cookie ? { cookie } : {},
    });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.headers;
  }

  async function verifies(name: string, from: From = {}, email = `${name}@people.test`): Promise<number[]> {
    const hasLink = (mail: { links: string[] }) => mail.links.some((link) => link.includes("/email-verification/"));
    const mail = (await mails.all(email)).find(hasLink) ?? (await mails.last(email));
    const token = mails.tokenOf(mail, "email-verification");
    const { device_id, device_name, ip_address } = toLogin("", "", from.device ?? randomUUID());
    const verify = () =>
      testApp.visitor.send("POST", `/api/v1${signUpRoutes.verifyEmail.path}`, {
        body: { token, password: PASSWORD, device_id, device_name, ip_address },
        headers: from.address ? { "x-forwarded-for": from.address } : {},
      });
    const replies = await Promise.all([verify(), verify()]);
    return replies.map((reply) => reply.status).toSorted((a, b) => a - b);
  }

  return {
    /** An earner, with the code of their link. */
    async earner(name: string): Promise<TestPerson & { code: string }> {
      const person = await testApp.person(name, { plan: "Individual" });
      return { ...person, code: (await person.call(referralRoutes.link)).code };
    },
    /** The stage of the referral of this person. */
    async stageOf(name: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ stage: string }>(
        "select stage from referrals join accounts on id = referred_id where username = $1",
        [name],
      );
      return rows[0]?.stage;
    },
    /** The platform's day on which somebody's reward becomes available. */
    async unlockDayOf(name: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ day: string }>(
        `select to_char(available_at at time zone 'America/New_York', 'YYYY-MM-DD') as day
         from referrals join accounts on id = referred_id where username = $1`,
        [name],
      );
      return rows[0]?.day;
    },
    signsUp,
    /** Twice at once, like a double-clicked link. @returns both statuses, the lower one first */
    verifies,
    /** Signs up with a code, and verifies. */
    async joins(name: string, code: string | undefined, from: From = {}, more: SignUpOptions = {}): Promise<void> {
      await signsUp(name, { code, ...more });
      await verifies(name, from, more.email);
    },
  };
}
