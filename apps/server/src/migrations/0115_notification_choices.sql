-- How each kind of notification reaches people who have not changed it.
create table notification_defaults (
  kind           text primary key,                     -- as in the contract's NOTIFICATION_KINDS
  bell           boolean not null,
  email          text not null check (email in ('at_once', 'daily', 'weekly', 'off')),
  push           boolean not null,
  is_email_fixed boolean not null default false        -- sent by the feature itself, at once, and never switched off
);
insert into notification_defaults (kind, bell, email, push, is_email_fixed) values
  ('comment',         true, 'at_once', true,  false),
  ('reply',           true, 'at_once', true,  false),
  ('reaction',        true, 'off',     false, false),
  ('follow',          true, 'daily',   true,  false),
  ('new_upload',      true, 'weekly',  true,  false),
  ('processing',      true, 'at_once', true,  false),
  ('referral_joined', true, 'daily',   true,  false),
  ('referral_earned', true, 'at_once', true,  false),
  ('payout',          true, 'at_once', true,  false),
  ('billing',         true, 'at_once', true,  true),
  ('moderation',      true, 'at_once', true,  false),
  ('security',        true, 'at_once', true,  true);

-- A row is a complete choice for its kind. The column `email` is read and written by the release before this one only.
alter table notification_settings
  alter column email set default true,
  add column email_frequency text check (email_frequency in ('at_once', 'daily', 'weekly', 'off')),
  add column push boolean;
update notification_settings s set push = d.push, email_frequency = case when s.email then d.email else 'off' end
from notification_defaults d where d.kind = s.kind;

-- What applies to each account and kind. `is_wanted`: a notification of it goes somewhere.
create view notification_choices as
  select c.*, c.bell or c.push or (c.email <> 'off' and not c.is_email_fixed) as is_wanted
  from (
    select a.id as account_id, d.kind, d.is_email_fixed, coalesce(s.bell, d.bell) as bell,
      coalesce(s.email_frequency, d.email) as email, coalesce(s.push, d.push) as push
    from accounts a cross join notification_defaults d
    left join notification_settings s on s.account_id = a.id and s.kind = d.kind
  ) c;

-- When emails and pushes may come. Without a row: no quiet hours, and digests at the defaults below.
create table delivery_settings (
  account_id     uuid primary key references accounts (id) on delete cascade,
  time_zone      text check (char_length(time_zone) between 1 and 64),       -- IANA; null: the platform's
  quiet_from     smallint check (quiet_from between 0 and 1439),             -- minutes after midnight; null: no quiet hours
  quiet_to       smallint check (quiet_to between 0 and 1439),
  digest_hour    smallint not null default 8 check (digest_hour between 0 and 23),
  digest_weekday smallint not null default 1 check (digest_weekday between 1 and 7),  -- of weekly digests; 1: Monday
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to)
);

-- The end of the quiet hours that contain `moment`; null: it is in none. The end is the first moment that is not quiet.
create function quiet_until(moment timestamptz, zone text, quiet_from int, quiet_to int) returns timestamptz
language sql stable parallel safe return (
  select case
    when quiet_from < quiet_to and minute >= quiet_from and minute < quiet_to then day + make_interval(mins => quiet_to)
    when quiet_from > quiet_to and minute >= quiet_from then day + make_interval(days => 1, mins => quiet_to)
    when quiet_from > quiet_to and minute < quiet_to then day + make_interval(mins => quiet_to)
  end at time zone zone
  from (
    select date_trunc('day', moment at time zone zone) as day,
      (extract(hour from moment at time zone zone) * 60 + extract(minute from moment at time zone zone))::int as minute
  ) local
);

-- A notification that only emails or pushes carry, because its kind is switched off for the bell, is not in it.
alter table notifications add column in_bell boolean not null default true;
