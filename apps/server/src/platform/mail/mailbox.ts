import { sql as raw } from "kysely";
import type { Sql } from "../db/database.ts";
import type { Email, Mail } from "./mail.ts";

const STORED_MAX = 1_000;
const LISTED_MAX = 200;

export type MailboxEmail = Omit<Email, "thread" | "headers"> & { sent_at: Date };

/** For development without a mail server: stores emails in a table, to be read at `/dev/mailbox`. */
export function createMailbox(sql: Sql): Mail {
  return {
    async send({ id, to, subject, text, html, links }) {
      await sql
        .insertInto("mailbox")
        .values({ id, recipient: to, subject, text, html, links })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      await raw`
        delete from mailbox where id in (
          select id from mailbox order by sent_at desc, id desc offset ${STORED_MAX}
        )`.execute(sql);
    },
  };
}

/**
 * Newest first, at most 200.
 * @param to an address, case-insensitive; null for every recipient
 */
export async function selectMailbox(sql: Sql, to: string | null): Promise<MailboxEmail[]> {
  return sql
    .selectFrom("mailbox")
    .select(["id", "recipient as to", "subject", "text", "html", "links", "sent_at"])
    .$if(to !== null, (query) => query.where(raw`lower(recipient)`, "=", (to ?? "").trim().toLowerCase()))
    .orderBy("sent_at", "desc")
    .orderBy("id", "desc")
    .limit(LISTED_MAX)
    .execute();
}
