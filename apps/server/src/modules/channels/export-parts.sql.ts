import { sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "channel.json",
    about: "Your channel",
    tables: ["channels"],
    rows: (me) => raw`
      select id, name, bio, subscriber_count, content_count, created_at, hidden_at, hidden_for
      from channels where owner_id = ${me}`,
  },
  {
    file: "measurables.json",
    about: "Your height, weight, position and marks",
    tables: ["measurables"],
    rows: (me) => raw`
      select height_in, weight_lb, position, marks, updated_at from measurables where account_id = ${me}`,
  },
  {
    file: "follows.json",
    about: "The channels you follow",
    tables: ["follows"],
    rows: (me) => raw`
      select c.name as channel, f.created_at as since from follows f join channels c on c.id = f.channel_id
      where f.follower_id = ${me} order by f.created_at, f.channel_id`,
  },
  {
    file: "memberships.json",
    about: "The channels of others that you help to run",
    tables: ["channel_members"],
    rows: (me) => raw`
      select c.name as channel, m.role, m.joined_at from channel_members m join channels c on c.id = m.channel_id
      where m.account_id = ${me} order by m.joined_at, m.channel_id`,
  },
  {
    file: "invitations.json",
    about: "The people you invited to run your channel",
    tables: ["channel_invitations"],
    rows: (me) => raw`
      select email, role, invited_at, expires_at, accepted_at, revoked_at
      from channel_invitations where invited_by = ${me} order by id`,
  },
  {
    file: "channel-log.json",
    about: "What you did for channels that several people run",
    tables: ["channel_log"],
    rows: (me) => raw`
      select c.name as channel, l.action, l.subject, l.at from channel_log l join channels c on c.id = l.channel_id
      where l.actor_id = ${me} order by l.id`,
  },
  {
    file: "blocks.json",
    about: "The people you blocked",
    tables: ["blocks"],
    rows: (me) => raw`
      select a.username, c.name as channel, b.created_at as since
      from blocks b join accounts a on a.id = b.blocked_id join channels c on c.id = b.blocked_channel_id
      where b.blocker_id = ${me} order by b.created_at, b.blocked_id`,
  },
];
