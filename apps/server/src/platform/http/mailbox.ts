import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { notFound } from "../errors.ts";
import { selectMailbox } from "../mail/mailbox.ts";
import { toMailboxPage } from "./mailbox-page.ts";
import { servePlainPageStyles } from "./plain-page.ts";

/** What a hand types into the address bar: anything else counts as not given. */
const asked = z.object({
  to: z
    .string()
    .regex(/^[^\0]{1,254}$/)
    .nullable()
    .catch(null),
  mail: z.string().nullable().catch(null),
});

/** The mails of a machine without a mail server, for people and for tests. Not in production. */
export function serveMailbox(app: FastifyInstance, deps: Pick<Deps, "config" | "sql">): void {
  if (deps.config.isProduction) {
    app.get("/dev/*", { config: { route: "mailbox.none" } }, () => {
      throw notFound();
    });
    return;
  }

  servePlainPageStyles(app);
  app.get("/dev/mailbox.json", { config: { route: "mailbox.list" } }, async (request, reply) => {
    const { to } = asked.parse(request.query);
    return reply.header("cache-control", "no-store").send(await selectMailbox(deps.sql, to));
  });

  app.get("/dev/mailbox", { config: { route: "mailbox.page" } }, async (request, reply) => {
    const { to, mail } = asked.parse(request.query);
    const letters = await selectMailbox(deps.sql, to);
    const shown = letters.find((letter) => letter.id === mail) ?? letters[0] ?? null;
    const page = toMailboxPage({ letters, shown, to });
    return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(page);
  });
}
