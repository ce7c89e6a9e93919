import { randomUUID } from "node:crypto";
import { signUpRoutes } from "@app/contract/sign-up";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toLogin, toSignUp } from "#testing/people.ts";
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
