import { ageYears, latestDay } from "@app/contract/dates";
import type { AccountId } from "@app/contract/ids";
import { PEOPLE_MAX, PEOPLE_MESSAGES, type peopleRoutes } from "@app/contract/people";
import type { z } from "zod";
import { showChannelOf } from "#modules/catalog/index.ts";
import { birthDateOf } from "#modules/identity/index.ts";
import { readGuardianRecord } from "#modules/membership/index.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { readTerm } from "./people.policy.ts";
import {
  countPeople,
  lockChannelOf,
  type PersonDetailRow,
  type PersonListRow,
  type StaffDeviceRow,
  selectDevicesOf,
  selectPeople,
  selectPersonDetail,
} from "./people.sql.ts";

type Data<Name extends keyof typeof peopleRoutes> = z.input<(typeof peopleRoutes)[Name]["data"]>;

export async function listPeople(
  deps: Pick<Deps, "sql" | "secrets">,
  { search, filter, ...query }: z.output<typeof peopleRoutes.list.query>,
): Promise<Data<"list">> {
  const match = { term: readTerm(search), filter };
  const { rows, pagination } = await readPage(deps, {
    name: `people ${JSON.stringify([search, filter])}`,
    maxRows: PEOPLE_MAX,
    query,
    read: (range) => selectPeople(deps.sql, match, range),
    count: () => countPeople(deps.sql, match),
  });
  return { people: rows.map(toPersonRow), pagination };
}

/** @throws AppError `not_found` */
export async function showPerson(deps: Pick<Deps, "sql" | "now">, staff: Member, id: AccountId): Promise<Data<"one">> {
  const row = await selectPersonDetail(deps.sql, id);
  if (!row) throw notFound();
  const guardian = staff.isAdmin ? await readGuardianRecord(deps.sql, id) : null;
  return { ...toPersonDetail(row, await selectDevicesOf(deps.sql, id), { staff, now: deps.now() }), guardian };
}

/**
 * Reverses what staff decided when they removed somebody's channel. Its owner is told, unless something else still hides
 * it.
 * @returns whether it is visible now
 * @throws AppError `not_found`; `conflict` staff have not removed it, or it is their own
 */
export async function showChannelByStaff(
  deps: Pick<Deps, "sql" | "events">,
  staff: Member,
  { id, reason }: { id: AccountId; reason: string },
): Promise<boolean> {
  return inTransaction(deps.sql, async (tx) => {
    const channel = await lockChannelOf(tx, id);
    if (!channel) throw notFound();
    if (!channel.is_hidden_by_staff) throw new AppError("conflict", PEOPLE_MESSAGES.isChannelNotRemoved);
    const isVisible = await showChannelOf(tx, id, "staff");
    await recordAudit(tx, {
      staff,
      action: "channel.restored",
      subject: { kind: "channel", id: channel.id },
      reason,
      before: { hidden: true },
      after: { hidden: !isVisible },
    });
    await deps.events.publish(tx, "moderation.decided", {
      account_id: id,
      decision: "channel_restored",
      subject_id: channel.id,
      content_id: null,
      note: null,
      acted_by: staff.accountId,
      staff_reason: reason,
      is_held: !isVisible,
    });
    return isVisible;
  });
}

type Row = z.input<typeof peopleRoutes.list.data>["people"][number];
type Detail = z.input<typeof peopleRoutes.one.data>;

const PHONE_DIGITS_SHOWN = 4;

function toPersonRow(row: PersonListRow): Row {
  return {
    id: row.id,
    username: row.username,
    full_name: row.full_name,
    email: row.email,
    is_verified: row.is_verified,
    plan: row.plan as Row["plan"],
    staff_role: row.staff_role as Row["staff_role"],
    suspension:
      row.suspension_reason === null
        ? null
        : {
            reason: row.suspension_reason,
            until: row.suspended_until?.toISOString() ?? null,
            suspended_at: (row.suspended_at ?? row.created_at).toISOString(),
          },
    created_at: row.created_at.toISOString(),
  };
}

function toPersonDetail(
  row: PersonDetailRow,
  devices: readonly StaffDeviceRow[],
  { staff, now }: { staff: Member; now: Date },
): Omit<Detail, "guardian"> {
  const birth = birthDateOf(row);
  return {
    ...toPersonRow(row),
    phone: row.phone === null ? null : `…${row.phone.slice(-PHONE_DIGITS_SHOWN)}`,
    age: birth === null ? null : ageYears(latestDay(birth), now),
    has_two_factor: row.has_two_factor,
    channel: {
      id: row.channel_id,
      name: row.channel_name,
      followers: row.followers,
      is_hidden: row.channel_hidden_at !== null,
    },
    deactivated_at: row.deactivated_at?.toISOString() ?? null,
    deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
    subscription: toSubscription(row),
    devices: devices.map((device) => ({
      ...device,
      first_seen_at: device.first_seen_at.toISOString(),
      last_seen_at: device.last_seen_at.toISOString(),
    })),
    items: row.items,
    comments: row.comments,
    referrals: row.referrals,
    referred_by: row.referred_by,
    ssn_last4: staff.isAdmin ? row.ssn_last4 : null,
    can: toCan(row, staff),
  };
}

function toCan(row: PersonDetailRow, staff: Member): Detail["can"] {
  const isSelf = row.id === staff.accountId;
  return {
    suspend: !isSelf && row.staff_role === null,
    change_role: staff.isAdmin && !isSelf && row.is_verified,
    show_channel: !isSelf && row.is_channel_hidden_by_staff,
  };
}

function toSubscription(row: PersonDetailRow): Detail["subscription"] {
  if (row.subscription_plan === null) return null;
  return {
    plan: row.subscription_plan,
    status: row.subscription_status ?? "",
    current_period_end: row.current_period_end?.toISOString() ?? null,
  };
}
