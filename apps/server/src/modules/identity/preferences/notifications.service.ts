import {
  FIXED_MAILS,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSetting,
  PREFERENCE_MESSAGES,
} from "@app/contract/preferences";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { deletePreferences, selectSetting, selectSettings, writeSetting } from "./notifications.sql.ts";

export { deletePreferences as forgetPreferences };

/** Every kind in the contract's order, whether it was ever switched or not. */
export async function listNotificationSettings(
  deps: Pick<Deps, "sql">,
  member: Member,
): Promise<NotificationSetting[]> {
  const switched = new Map((await selectSettings(deps.sql, member.accountId)).map((row) => [row.kind, row]));
  return NOTIFICATION_KINDS.map((kind) => {
    const { bell, email } = switched.get(kind) ?? { bell: true, email: true };
    const isEmailFixed = FIXED_MAILS.includes(kind);
    return { kind, bell, email: email || isEmailFixed, is_email_fixed: isEmailFixed };
  });
}

/** @throws AppError `invalid_input` on `email`, for a mail that is always sent */
export async function setNotification(
  deps: Pick<Deps, "sql">,
  member: Member,
  setting: { kind: NotificationKind; bell: boolean; email: boolean },
): Promise<NotificationSetting[]> {
  if (!setting.email && FIXED_MAILS.includes(setting.kind)) throw fieldError("email", PREFERENCE_MESSAGES.fixedMail);
  await writeSetting(deps.sql, member.accountId, setting);
  return listNotificationSettings(deps, member);
}

/** @returns whether this person is to be sent an e-mail about such a thing */
export async function wantsMail(sql: Sql, accountId: string, kind: NotificationKind): Promise<boolean> {
  if (FIXED_MAILS.includes(kind)) return true;
  return (await selectSetting(sql, accountId, kind))?.email ?? true;
}

/** @returns whether this person's bell is to tell of such a thing */
export async function wantsBell(sql: Sql, accountId: string, kind: NotificationKind): Promise<boolean> {
  return (await selectSetting(sql, accountId, kind))?.bell ?? true;
}
