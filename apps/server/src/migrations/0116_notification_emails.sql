-- Which notifications are emailed at once, and up to when their sources were.
create table notification_emails (
  notification_id uuid primary key references notifications (id) on delete cascade,
  account_id      uuid not null references accounts (id) on delete cascade,
  due_at          timestamptz,                         -- null: nothing is due
  emailed_at      timestamptz                          -- null: never; an email or a digest had what there was until then
);
create index notification_emails_due on notification_emails (account_id, due_at) where due_at is not null;

-- When a person's next digests are due; at most one a day is sent.
create table notification_digests (
  account_id uuid primary key references accounts (id) on delete cascade,
  daily_at   timestamptz,                              -- null: nothing new since the last one
  weekly_at  timestamptz,
  sent_at    timestamptz
);
create index notification_digests_due on notification_digests (least(daily_at, weekly_at))
  where daily_at is not null or weekly_at is not null;

-- The time when it is inserted, and not when its transaction began: `emailed_at` must not pass it.
alter table notification_sources alter created_at set default clock_timestamp();

-- The first time after `moment` at which it is `hour` o'clock in the zone, on this day of the week (1: Monday; null: any).
create function next_digest_at(moment timestamptz, zone text, hour int, weekday int) returns timestamptz
language sql stable parallel safe return (
  select case
    when slot > here then slot
    else slot + make_interval(days => case when weekday is null then 1 else 7 end)
  end at time zone zone
  from (
    select here, date_trunc('day', here) + make_interval(
      days => case when weekday is null then 0 else (weekday - extract(isodow from here)::int + 7) % 7 end,
      hours => hour) as slot
    from (select moment at time zone zone as here) local
  ) slots
);

-- What applies to each account.
create view delivery_choices as
  select a.id as account_id, s.time_zone, s.quiet_from, s.quiet_to, coalesce(s.digest_hour, 8) as digest_hour,
    coalesce(s.digest_weekday, 1) as digest_weekday
  from accounts a left join delivery_settings s on s.account_id = a.id;
