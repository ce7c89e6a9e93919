-- Browsers that get push notifications: one for each device, which ends when the device is signed out.
create table push_subscriptions (
  device_id     uuid primary key references devices (id) on delete cascade,
  endpoint_hash bytea not null unique,                 -- keyed; a browser's endpoint belongs to whoever is signed in there
  service       text not null check (char_length(service) between 1 and 253),   -- the host of the endpoint
  encrypted     bytea not null,                        -- endpoint and keys: whoever has them can send to the browser
  created_at    timestamptz not null default now(),
  sent_at       timestamptz                            -- when the push service last took a message
);

-- Below every way of ending a session, so that none of them leaves a subscription behind.
create function end_push_subscription() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where device_id = new.id;
  return null;
end $$;
create trigger devices_end_push_subscription after update of deleted_at on devices
  for each row when (new.deleted_at is not null) execute function end_push_subscription();
