import type { TestApp } from "./test-app.ts";

type ReadMail = { id: string; to: string; subject: string; text: string; html: string; links: string[] };

export type MailReader = {
  /** All emails to an address, newest first; runs queued jobs first. */
  all(address: string): Promise<ReadMail[]>;
  last(address: string): Promise<ReadMail>;
  count(address: string): Promise<number>;
  /** The token in the email's link to this page. */
  tokenOf(mail: ReadMail, page: string): string;
  /** The code in a verification email, as shown. */
  codeOf(mail: ReadMail): string;
};

/** Reads the test app's mailbox: only emails that were really sent. */
export function createMailReader(testApp: TestApp): MailReader {
  async function all(address: string): Promise<ReadMail[]> {
    await testApp.settle();
    const reply = await testApp.visitor.send("GET", `/dev/mailbox.json?to=${encodeURIComponent(address)}`);
    return JSON.parse(reply.text);
  }
  return {
    all,
    count: async (address) => (await all(address)).length,
    async last(address) {
      const [newest] = await all(address);
      if (!newest) throw new Error(`no email to ${address}`);
      return newest;
    },
    tokenOf(mail, page) {
      const token = mail.links.flatMap((link) => new RegExp(`/${page}/([A-Za-z0-9_-]{43})$`).exec(link)?.[1] ?? [])[0];
      if (!token) throw new Error(`no link to ${page} in “${mail.subject}”`);
      return token;
    },
    codeOf(mail) {
      const code = /^\d{4} \d{4}$/m.exec(mail.text)?.[0];
      if (!code) throw new Error(`no code in “${mail.subject}”`);
      return code;
    },
  };
}
