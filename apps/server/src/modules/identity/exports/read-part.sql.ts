import { sql as raw } from "kysely";
import type { Tx } from "#platform/db/database.ts";
import type { ExportPart } from "#platform/personal-data.ts";

const AT_A_TIME = 1_000;

/** The rows of a part, each as JSON, in its order; never more than a thousand in memory. */
export async function* readPart(tx: Tx, part: ExportPart, accountId: string): AsyncGenerator<string> {
  // A cursor takes no parameters: the id is written out, and is one of ours.
  const rows = part.rows(raw.lit(accountId));
  await raw`declare export_part no scroll cursor for select to_jsonb(t)::text as line from (${rows}) t`.execute(tx);
  for (;;) {
    const { rows: lines } = await raw<{ line: string }>`fetch ${raw.lit(AT_A_TIME)} from export_part`.execute(tx);
    for (const { line } of lines) yield line;
    if (lines.length < AT_A_TIME) break;
  }
  await raw`close export_part`.execute(tx);
}
