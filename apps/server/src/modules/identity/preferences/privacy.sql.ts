import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";

export type PrivacyRow = {
  account_id: string;
  /** At the precision at which it is known. */
  birth: string | null;
  is_hidden_from_lists: boolean;
  shows_gpa: boolean | null;
  shows_location: boolean | null;
  shows_followers: boolean | null;
  is_indexed: boolean | null;
};

/** In no order; accounts that are not there are left out. Planned once a connection. */
export async function selectPrivacy(pool: Deps["pool"], accountIds: readonly string[]): Promise<PrivacyRow[]> {
  const { rows } = await pool.query<PrivacyRow>({
    name: "privacy",
    text: `select a.id as account_id,
             left(a.date_of_birth::text, case a.birth_precision when 'month' then 7 else 10 end) as birth,
             coalesce(p.is_hidden_from_lists, false) as is_hidden_from_lists,
             p.shows_gpa, p.shows_location, p.shows_followers, p.is_indexed
           from accounts a left join privacy_settings p on p.account_id = a.id
           where a.id = any($1::uuid[])`,
    values: [accountIds],
  });
  return rows;
}

export type PrivacyChanges = {
  is_hidden_from_lists?: boolean | undefined;
  shows_gpa?: boolean | null | undefined;
  shows_location?: boolean | null | undefined;
  shows_followers?: boolean | null | undefined;
  is_indexed?: boolean | null | undefined;
};

/** What is undefined stays as it is. */
export async function writePrivacy(sql: Sql, accountId: string, changes: PrivacyChanges): Promise<void> {
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const row = sql.insertInto("privacy_settings").values({ account_id: accountId, ...set });
  const isEmpty = Object.keys(set).length === 0;
  await row
    .onConflict((conflict) => {
      const onAccount = conflict.column("account_id");
      return isEmpty ? onAccount.doNothing() : onAccount.doUpdateSet(set);
    })
    .execute();
}
