import { sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "account.json",
    about: "Your account: name, email address, date of birth and other details you entered",
    tables: ["accounts"],
    rows: (me) => raw`
      select id, user_type, plan, staff_role, username, email, email_verified_at, full_name, gender, date_of_birth,
        phone, referral_code, created_at, plan_lapsed_at, deactivated_at, deletion_due_at
      from accounts where id = ${me}`,
  },
  {
    file: "devices.json",
    about: "The devices you signed in on",
    tables: ["devices"],
    rows: (me) => raw`
      select name, address_prefix, first_seen_at, last_seen_at, deleted_at
      from devices where account_id = ${me} order by first_seen_at, id`,
  },
  {
    file: "two-factor.json",
    about: "Whether two-factor sign-in is on, and since when; the secret itself is only in your app",
    tables: ["two_factor", "recovery_codes"],
    rows: (me) => raw`
      select enabled_at,
        (select count(*) from recovery_codes r where r.account_id = t.account_id and used_at is null) as codes_left
      from two_factor t where account_id = ${me} and enabled_at is not null`,
  },
  {
    file: "notification-settings.json",
    about: "How each kind of notification reaches you: in the bell, by email, as a push",
    tables: ["notification_settings"],
    rows: (me) => raw`
      select kind, bell, email, push from notification_choices where account_id = ${me} order by kind`,
  },
  {
    file: "delivery-settings.json",
    about: "Your time zone, your quiet hours in minutes after midnight, and when you get digests",
    tables: ["delivery_settings"],
    rows: (me) => raw`
      select time_zone, quiet_from, quiet_to, digest_hour, digest_weekday
      from delivery_settings where account_id = ${me}`,
  },
  {
    file: "privacy-settings.json",
    about: "What you chose to show; for null, your age decides",
    tables: ["privacy_settings"],
    rows: (me) => raw`
      select is_hidden_from_lists, shows_gpa, shows_location, shows_followers, is_indexed,
        keeps_history
      from privacy_settings where account_id = ${me}`,
  },
  {
    file: "suspension.json",
    about: "Until when our team suspended your account, and why; empty if they did not",
    tables: ["suspensions"],
    rows: (me) => raw`select reason, until, suspended_at from suspensions where account_id = ${me}`,
  },
];

export const notExported: Readonly<Record<string, string>> = {
  access_tokens: "a secret that is valid for minutes",
  refresh_tokens: "a secret of a device",
  account_links: "secrets sent by email",
  sign_up_sessions: "a secret of the browser that signed up",
  data_exports: "this export itself",
  live_rooms: "a counter of messages sent to open pages",
};
