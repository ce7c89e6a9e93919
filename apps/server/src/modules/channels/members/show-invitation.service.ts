import type { MemberRole } from "@app/contract/channel-roles";
import { shortenEmail } from "@app/contract/formats";
import { TEAM_MESSAGES, type teamRoutes } from "@app/contract/teams";
import type { z } from "zod";
import { hashToken } from "#platform/crypto/secrets.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Viewer } from "#platform/viewer.ts";
import { selectAnyInvitation, selectByEmail } from "./members.sql.ts";

/** For whoever has the link. @throws AppError `gone`, but not to somebody who is part of the team */
export async function showInvitation(
  deps: Pick<Deps, "sql">,
  viewer: Viewer,
  token: string,
): Promise<z.input<(typeof teamRoutes)["invitation"]["data"]>> {
  const found = await selectAnyInvitation(deps.sql, hashToken(token));
  const joined = viewer?.memberships.find(({ channelId }) => channelId === found?.channel_id);
  if (!found || !(found.is_usable || joined)) throw new AppError("gone", TEAM_MESSAGES.gone);
  const invited = await selectByEmail(deps.sql, found.email_key, found.channel_id);
  return {
    channel: found.channel,
    invited_by: found.invited_by,
    role: found.role as MemberRole,
    email: shortenEmail(found.email),
    is_yours: viewer !== null && invited?.id === viewer.accountId,
    joined_id: joined?.channelId ?? null,
  };
}
