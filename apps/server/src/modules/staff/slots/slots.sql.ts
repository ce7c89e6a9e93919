import type { SlotPlace } from "@app/contract/slots";
import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";

export type SlotRow = {
  id: string;
  place: SlotPlace;
  sponsor: string | null;
  alt: string;
  link: string;
  picture_key: string | null;
  is_active: boolean;
  starts_at: Date;
  ends_at: Date | null;
};

type ShownRow = Pick<SlotRow, "id" | "sponsor" | "alt" | "link"> & { picture_key: string };

/** Those that are on and in their time, in their order. */
export async function selectShownSlots(pool: Deps["pool"], place: SlotPlace, most: number): Promise<ShownRow[]> {
  const { rows } = await pool.query<ShownRow>({
    name: "slots-shown",
    text: `select id, sponsor, alt, link, picture_key from slots
           where place = $1 and is_active and starts_at <= now() and (ends_at is null or ends_at > now())
           order by position, id limit $2`,
    values: [place, most],
  });
  return rows;
}

type StaffRow = SlotRow & { is_due: boolean; is_over: boolean; opens: number; opens_30_days: number };

const COLUMNS = raw`t.id, t.place, t.sponsor, t.alt, t.link, t.picture_key, t.is_active, t.starts_at, t.ends_at`;

/** By place, in their order. */
export async function selectSlots(sql: Sql, most: number): Promise<StaffRow[]> {
  const { rows } = await raw<StaffRow>`
    select ${COLUMNS}, t.starts_at <= now() as is_due, coalesce(t.ends_at <= now(), false) as is_over,
      coalesce(o.opens, 0)::int as opens, coalesce(o.opens_30_days, 0)::int as opens_30_days
    from slots t left join lateral (
      select sum(d.opens) as opens, sum(d.opens) filter (where d.day > current_date - 30) as opens_30_days
      from slot_daily_opens d where d.slot_id = t.id) o on true
    order by t.place, t.position, t.id limit ${most}`.execute(sql);
  return rows;
}

/** Locks the table against concurrent changes; readers see the old rows until the transaction ends. */
export async function lockSlots(tx: Tx): Promise<void> {
  await raw`lock table slots in share row exclusive mode`.execute(tx);
}

export async function selectSlot(sql: Sql, id: string): Promise<SlotRow | null> {
  const { rows } = await raw<SlotRow>`select ${COLUMNS} from slots t where t.id = ${id}`.execute(sql);
  return rows[0] ?? null;
}

/** At the end of its place. */
export async function insertSlot(sql: Sql, row: Omit<SlotRow, "picture_key" | "is_active">): Promise<void> {
  await raw`
    insert into slots (id, place, sponsor, alt, link, starts_at, ends_at, position)
    select ${row.id}, ${row.place}, ${row.sponsor}, ${row.alt}, ${row.link}, ${row.starts_at}, ${row.ends_at},
      coalesce(max(position), 0) + 1 from slots`.execute(sql);
}

export async function updateSlot(sql: Sql, id: string, changes: Partial<Omit<SlotRow, "id">>): Promise<void> {
  await sql.updateTable("slots").set(changes).where("id", "=", id).execute();
}

/** Behind all others, so that none of its place is pushed back. */
export async function moveSlotToEnd(sql: Sql, id: string): Promise<void> {
  await raw`
    update slots set position = (select max(position) + 1 from slots) where id = ${id}`.execute(sql);
}

export async function updateSlotOrder(sql: Sql, ids: readonly string[]): Promise<void> {
  await raw`
    update slots t set position = o.position
    from unnest(${[...ids]}::uuid[]) with ordinality o (id, position) where t.id = o.id`.execute(sql);
}

export async function deleteSlot(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom("slots").where("id", "=", id).execute();
}

/** @returns false: there is no such slot that is on */
export async function countOpen(pool: Deps["pool"], id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "slots-open",
    text: `insert into slot_daily_opens (slot_id, day, opens)
           select id, (now() at time zone 'UTC')::date, 1 from slots where id = $1 and is_active
           on conflict (slot_id, day) do update set opens = slot_daily_opens.opens + 1`,
    values: [id],
  });
  return rowCount === 1;
}
