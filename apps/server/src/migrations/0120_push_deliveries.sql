-- Notifications that go to devices as push messages. Rows are claimed in batches, so a fan-out is not a job for each person.
create table push_deliveries (
  notification_id uuid not null references notifications (id) on delete cascade,
  device_id       uuid not null references push_subscriptions (device_id) on delete cascade,
  due_at          timestamptz,                         -- null: sent, and nothing is new since
  attempts        smallint not null default 0,
  sent_at         timestamptz,
  primary key (notification_id, device_id)
);
create index push_deliveries_due on push_deliveries (due_at) where due_at is not null;
create index push_deliveries_of_device on push_deliveries (device_id);
