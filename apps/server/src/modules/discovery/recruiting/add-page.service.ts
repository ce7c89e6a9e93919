import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { makeToken } from "./link.service.ts";
import { appendHighlight, upsertLink } from "./recruiting.sql.ts";

export { appendHighlight as addHighlight };

/** An open page that nobody switched on in a form: of the demo world. It shows all that can be chosen. */
export async function addRecruitingPage(deps: Pick<Deps, "secrets">, tx: Sql, accountId: string): Promise<void> {
  const all = { shows_gpa: true, shows_graduation: true, shows_colleges: true };
  await upsertLink(
    tx,
    accountId,
    { is_on: true, ...all, shows_measurables: true, shows_location: true },
    makeToken(deps),
  );
}
