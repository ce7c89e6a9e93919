-- When a person last got a push and an email of a cause, which outlasts the notification: taking back what caused it and
-- doing it again must not ring at once. Kept for a day.
create table notification_pauses (
  account_id      uuid not null references accounts (id) on delete cascade,
  cause           text not null,
  notification_id uuid not null,                       -- may be gone; while it is there, its own times count
  pushed_at       timestamptz,
  emailed_at      timestamptz,
  primary key (account_id, cause)
);
create index notification_pauses_oldest on notification_pauses (greatest(pushed_at, emailed_at));
