import { sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "notifications.json",
    about: "The notifications in your bell",
    tables: ["notifications"],
    rows: (me) => raw`
      select n.kind, n.content_id, n.comment_id, n.detail, n.is_read, n.created_at, n.updated_at
      from notifications n where n.account_id = ${me} order by n.created_at, n.id`,
  },
  {
    file: "push-subscriptions.json",
    about:
      "The devices that get push notifications, and by which push service; the address there is a secret of your browser",
    tables: ["push_subscriptions"],
    rows: (me) => raw`
      select d.name as device, s.service, s.created_at, s.sent_at
      from push_subscriptions s join devices d on d.id = s.device_id
      where d.account_id = ${me} order by s.created_at, d.id`,
  },
  {
    file: "notification-emails.json",
    about: "Which of them were emailed to you, and when your last digest was sent",
    tables: ["notification_emails", "notification_digests"],
    rows: (me) => raw`
      select n.kind, n.content_id, e.emailed_at, null::timestamptz as digest_sent_at
      from notification_emails e join notifications n on n.id = e.notification_id
      where e.account_id = ${me} and e.emailed_at is not null
      union all
      select null, null, null, sent_at from notification_digests where account_id = ${me} and sent_at is not null
      order by emailed_at`,
  },
];

export const notExported: Readonly<Record<string, string>> = {
  notification_sources: "the actions of others, or a copy of your own",
  notification_readers: "only the time up to which you were notified",
  notification_pauses: "for a day, when you last got a push and an email of one cause",
  notified_uploads: "says nothing of a person",
  push_deliveries: "only which of your notifications were sent to which device",
};
