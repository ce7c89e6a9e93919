import { sql as raw } from "kysely";
import type { Sql } from "../db/database.ts";
import type { Letter, Mail } from "./mail.ts";

const KEPT_MAX = 1_000;
const LISTED_MAX = 200;

export type MailboxLetter = Letter & { sent_at: Date };

/** For a machine without a mail server: letters are put into a table, and read at `/dev/mailbox`. */
export function openMailbox(sql: Sql): Mail {
  return {
    async send({ to, ...letter }) {
      await sql
        .insertInto("mailbox")
        .values({ ...letter, recipient: to })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      await raw`
        delete from mailbox where id in (
          select id from mailbox order by sent_at desc, id desc offset ${KEPT_MAX}
        )`.execute(sql);
    },
  };
}

/**
 * Newest first, at most 200.
 * @param to an address, in any case; null for everybody's
 */
export async function selectMailbox(sql: Sql, to: string | null): Promise<MailboxLetter[]> {
  return sql
    .selectFrom("mailbox")
    .select(["id", "recipient as to", "subject", "text", "html", "links", "sent_at"])
    .$if(to !== null, (query) => query.where(raw`lower(recipient)`, "=", (to ?? "").trim().toLowerCase()))
    .orderBy("sent_at", "desc")
    .orderBy("id", "desc")
    .limit(LISTED_MAX)
    .execute();
}
