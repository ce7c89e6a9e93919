import type { StaffRole } from "@app/contract/console";
import type { Page } from "playwright-core";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { beSignedIn } from "./browser.ts";

type AsStaff = { origin: string; database: Pick<Database, "pool">; role: StaffRole; hasTwoFactor?: boolean };

/** Like `beSignedIn`, with a staff role. Switches two-factor sign-in on after signing in, so that no code is needed. */
export async function beStaff(
  page: Page,
  username: string,
  { origin, database: { pool }, role, hasTwoFactor = true }: AsStaff,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    "update accounts set staff_role = $2 where username = $1 returning id",
    [username, role],
  );
  const id = rows[0]?.id;
  await pool.query("delete from two_factor where account_id = $1", [id]);
  await beSignedIn(page, origin, username);
  if (hasTwoFactor)
    await pool.query(
      "insert into two_factor (account_id, encrypted_secret, enabled_at) values ($1, 'never read', now())",
      [id],
    );
}
