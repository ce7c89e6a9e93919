import type { UserCard, userCard } from "@app/contract/accounts";
import type { z } from "zod";
import type { AccountRow } from "./accounts.sql.ts";

type MediaUrl = (key: string) => string;

export function toUserCard(row: AccountRow, openUrl: MediaUrl): z.input<typeof userCard> {
  const isEarner = row.plan !== null;
  return {
    id: row.id,
    type: row.user_type as UserCard["type"],
    plan: row.plan as UserCard["plan"],
    username: row.username,
    email: row.email,
    full_name: row.full_name,
    profile_url: row.profile_key ? openUrl(row.profile_key) : null,
    is_staff: row.staff_role !== null,
    must_enable_two_factor: row.staff_role !== null && !row.has_two_factor,
    has_blocks: row.has_blocks,
    teams: row.teams,
    channel: { id: row.channel_id, name: row.channel_name },
    can: {
      upload: isEarner && row.plan_lapsed_at === null,
      refer: isEarner,
      administer: row.staff_role !== null && row.has_two_factor,
    },
  };
}
