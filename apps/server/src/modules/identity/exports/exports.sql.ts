import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { ExportPart } from "#platform/personal-data.ts";

const AT_A_TIME = 1_000;

export type ExportRow = {
  id: string;
  account_id: string;
  state: string;
  asked_at: Date;
  size_bytes: number | null;
  expires_at: Date | null;
};

/** Concurrent requests of the same account wait. */
export async function lockExports(sql: Sql, accountId: string): Promise<void> {
  await sql.selectFrom("accounts").select("id").where("id", "=", accountId).forNoKeyUpdate().execute();
}

function exports(sql: Sql) {
  return sql.selectFrom("data_exports").select(["id", "account_id", "state", "asked_at", "size_bytes", "expires_at"]);
}

export async function selectLastExport(sql: Sql, accountId: string): Promise<ExportRow | null> {
  const row = await exports(sql)
    .where("account_id", "=", accountId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectExport(sql: Sql, id: string): Promise<ExportRow | null> {
  return (await exports(sql).where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function insertExport(sql: Sql, row: { id: string; accountId: string }): Promise<void> {
  await sql.insertInto("data_exports").values({ id: row.id, account_id: row.accountId }).execute();
}

/** @returns false if it is no longer being prepared, as when the account was erased */
export async function markReady(sql: Sql, id: string, made: { sizeBytes: number; days: number }): Promise<boolean> {
  const { rows } = await raw`
    update data_exports set state = 'ready', size_bytes = ${made.sizeBytes},
      expires_at = now() + make_interval(days => ${made.days})
    where id = ${id} and state = 'preparing' returning 1`.execute(sql);
  return rows.length > 0;
}

export async function markFailed(sql: Sql, id: string): Promise<void> {
  await sql
    .updateTable("data_exports")
    .set({ state: "failed" })
    .where("id", "=", id)
    .where("state", "=", "preparing")
    .execute();
}

export type ExpiredExport = { id: string; account_id: string };

export async function selectExpiredExports(
  sql: Sql,
  { after, limit }: { after: string | null; limit: number },
): Promise<ExpiredExport[]> {
  return sql
    .selectFrom("data_exports")
    .select(["id", "account_id"])
    .where("state", "=", "ready")
    .where("expires_at", "<=", raw<Date>`now()`)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function markExpired(sql: Sql, id: string): Promise<void> {
  await sql.updateTable("data_exports").set({ state: "expired" }).where("id", "=", id).execute();
}

export async function deleteExports(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("data_exports").where("account_id", "=", accountId).execute();
}

/** @returns the recipient of the email */
export async function selectAddressee(
  sql: Sql,
  accountId: string,
): Promise<{ email: string; username: string; channel_id: string; deletion_due_at: Date | null } | null> {
  const row = await sql
    .selectFrom("accounts as a")
    .innerJoin("channels as c", "c.owner_id", "a.id")
    .select(["a.email", "a.username", "a.deletion_due_at", "c.id as channel_id"])
    .where("a.id", "=", accountId)
    .where("a.erased_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** The stored files of published items, in pages by id. */
export async function selectContentFiles(
  sql: Sql,
  channelId: string,
  after: string,
): Promise<{ id: string; original_key: string | null; thumbnail_key: string | null; image_keys: string[] }[]> {
  return sql
    .selectFrom("contents")
    .select(["id", "original_key", "thumbnail_key"])
    .select(
      raw<string[]>`array(select m.original_key from content_images m
        where m.content_id = contents.id and m.position > 0 and m.original_key is not null order by m.position)`.as(
        "image_keys",
      ),
    )
    .where("channel_id", "=", channelId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(500)
    .execute();
}

/** Streams the rows of a part as JSON, in order, with at most a thousand in memory. */
export async function* readPart(
  tx: Tx,
  part: ExportPart,
  { accountId, timeZone }: { accountId: string; timeZone: string },
): AsyncGenerator<string> {
  // A cursor takes no parameters, so the id and the zone, which are ours, become literals.
  const rows = part.rows(raw.lit(accountId), raw.lit(timeZone));
  await raw`declare export_part no scroll cursor for select to_jsonb(t)::text as line from (${rows}) t`.execute(tx);
  for (;;) {
    const { rows: lines } = await raw<{ line: string }>`fetch ${raw.lit(AT_A_TIME)} from export_part`.execute(tx);
    for (const { line } of lines) yield line;
    if (lines.length < AT_A_TIME) break;
  }
  await raw`close export_part`.execute(tx);
}
