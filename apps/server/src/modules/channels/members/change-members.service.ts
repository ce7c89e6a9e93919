import type { MemberRole } from "@app/contract/channel-roles";
import type { EventInputs } from "@app/contract/events";
import type { AccountId, ChannelId } from "@app/contract/ids";
import { TEAM_MESSAGES } from "@app/contract/teams";
import { readPerson, sendAccountEmail } from "#modules/identity/index.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { isRunByTeams, requireOwnTeam, requireTeam } from "./members.service.ts";
import { deleteMember, isOnTeam, recordChannelLog, selectName, type TeamRow, updateRole } from "./members.sql.ts";
import { renderTeamChangeEmail } from "./team-mails.presenter.ts";

type ChangeDeps = Pick<Deps, "sql" | "events" | "secrets" | "config">;
type Person = { id: ChannelId; account: AccountId };

/** @throws AppError `not_found` not the owner, or not a member; `conflict` the plan is for one person */
export async function changeRole(
  deps: ChangeDeps,
  owner: Member,
  { id, account }: Person,
  role: MemberRole,
): Promise<void> {
  const team = await requireOwnTeam(deps.sql, owner, id);
  await inTransaction(deps.sql, async (tx) => {
    if (!(await isOnTeam(tx, id, account))) throw notFound();
    if (!isRunByTeams(team)) throw new AppError("conflict", TEAM_MESSAGES.notATeam);
    if (!(await updateRole(tx, id, account, role))) return;
    const subject = await selectName(tx, account);
    await recordChannelLog(tx, { channelId: id, actorId: owner.accountId, action: "role_changed", subject });
    await notify(deps, tx, account, { team, role });
  });
}

/**
 * The owner removes anybody else; everybody else only themselves.
 * @throws AppError `not_found`; `conflict` the owner wants to leave
 */
export async function removePerson(deps: ChangeDeps, member: Member, { id, account }: Person): Promise<void> {
  const team = await requireTeam(deps.sql, member, id);
  const isOneself = account === member.accountId;
  if (!isOneself && !team.isOwner) throw notFound();
  if (account === team.owner_id) throw new AppError("conflict", TEAM_MESSAGES.ownerStays);
  await inTransaction(deps.sql, async (tx) => {
    await endMembership(deps, tx, { id, account }, member.accountId);
    if (!isOneself) await notify(deps, tx, account, { team, role: null });
  });
}

/** @throws AppError `not_found` not a member */
export async function endMembership(
  deps: Pick<Deps, "events">,
  tx: Tx,
  { id, account }: Person,
  actorId: AccountId,
): Promise<void> {
  const subject = await selectName(tx, account);
  // Logged before the removal: a channel without members may have no log.
  const action = account === actorId ? "left" : "removed";
  await recordChannelLog(tx, { channelId: id, actorId, action, subject });
  if (!(await deleteMember(tx, id, account))) throw notFound();
  await deps.events.publish(tx, "member.removed", { channel_id: id, account_id: account });
}

/** By email and by the bell. @param change.role null: they were removed */
async function notify(
  deps: ChangeDeps,
  tx: Tx,
  account: AccountId,
  { team, role }: { team: TeamRow; role: MemberRole | null },
): Promise<void> {
  const person = await readPerson(tx, account);
  const { publicUrl } = deps.config;
  await sendAccountEmail(deps, tx, person, renderTeamChangeEmail({ ...person, channel: team.name, role, publicUrl }));
  const changed: EventInputs["account.security_changed"] = {
    account_id: account,
    change: role === null ? "team_removed" : "team_role_changed",
    detail: team.name,
    actor_id: team.owner_id,
  };
  await deps.events.publish(tx, "account.security_changed", changed);
}
