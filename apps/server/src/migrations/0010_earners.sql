-- Sign-ups that are under way, the profiles of earners, and the consent of a minor's guardian.

-- A month stands for its first day; what is known exactly never becomes less exact.
alter table accounts
  add column birth_precision text not null default 'day' check (birth_precision in ('day', 'month'));

-- What was entered and is not paid yet. One row a person: a sign-up, or the upgrade of a General User.
create table registrations (
  account_id   uuid primary key references accounts (id) on delete cascade,
  draft_id     uuid not null unique,
  token_hash   bytea unique,                          -- SHA-256 of the cookie's token; null for somebody signed in
  plan         text check (plan in ('Individual', 'Team', 'Organization')),
  is_complete  boolean not null default false,        -- every form of the plan was sent
  sealed_draft bytea,                                 -- AES-256-GCM; the key is not in the database
  started_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index registrations_expired on registrations (expires_at);

create table earner_profiles (
  account_id      uuid primary key references accounts (id) on delete cascade,
  plan            text not null check (plan in ('Individual', 'Team', 'Organization')),
  first_name      text,
  last_name       text,
  group_name      text,                               -- of the team or organization
  sealed_ssn      bytea,                              -- AES-256-GCM; null for a demo profile
  ssn_hash        bytea,                              -- keyed; finds duplicates
  ssn_last4       text check (ssn_last4 ~ '^\d{4}$'),
  street          text not null,
  city            text not null,
  state           text not null check (state ~ '^[A-Z]{2}$'),
  zipcode         text not null check (zipcode ~ '^\d{5}$'),
  graduation_year smallint,
  gpa             numeric check (gpa between 0 and 100),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  check ((plan = 'Individual') = (first_name is not null and last_name is not null)),
  check ((plan = 'Individual') = (group_name is null)),
  check ((sealed_ssn is null) = (ssn_hash is null) and (sealed_ssn is null) = (ssn_last4 is null))
);
create index earner_profiles_of_ssn on earner_profiles (ssn_hash);

create table earner_contacts (
  account_id uuid not null references earner_profiles (account_id) on delete cascade,
  role       text not null check (role in ('contact', 'coach')),
  first_name text not null,
  last_name  text not null,
  email      text not null,
  phone      text,                                    -- E.164
  street     text not null,
  city       text not null,
  state      text not null check (state ~ '^[A-Z]{2}$'),
  zipcode    text not null check (zipcode ~ '^\d{5}$'),
  primary key (account_id, role)
);

create table earner_categories (
  account_id  uuid not null references earner_profiles (account_id) on delete cascade,
  category_id integer not null references categories (id) on delete cascade,
  primary key (account_id, category_id)
);
create index earner_categories_of_category on earner_categories (category_id);

-- Logos of colleges that somebody sent; those that no profile and no open sign-up names go after eight days.
create table college_logos (
  id         text primary key check (id ~ '^[a-f0-9]{32}$'),
  account_id uuid not null references accounts (id) on delete cascade,
  sent_at    timestamptz not null default now()
);
create index college_logos_of_account on college_logos (account_id, sent_at desc);
create index college_logos_old on college_logos (sent_at);

create table college_entries (
  account_id     uuid not null references earner_profiles (account_id) on delete cascade,
  kind           text not null check (kind in ('offer', 'visit')),
  position       smallint not null check (position between 0 and 99),
  college_name   text not null,
  logo_id        text references college_logos (id) on delete set null,
  category_id    integer not null references categories (id),
  happened_on    date,                                -- the first of the month when only that is known
  date_precision text check (date_precision in ('day', 'month')),
  primary key (account_id, kind, position),
  check ((happened_on is null) = (date_precision is null))
);
create index college_entries_of_logo on college_entries (logo_id) where logo_id is not null;

-- The same SSN with two accounts: nobody is refused, staff look at it.
create table ssn_duplicates (
  account_id       uuid not null references accounts (id) on delete cascade,
  other_account_id uuid not null references accounts (id) on delete cascade,
  found_at         timestamptz not null default now(),
  reviewed_at      timestamptz,
  primary key (account_id, other_account_id)
);
create index ssn_duplicates_open on ssn_duplicates (found_at) where reviewed_at is null;

-- Every time that somebody's guardian was asked; the newest counts.
create table guardian_consents (
  id             uuid primary key,                    -- time-ordered (v7)
  account_id     uuid not null references accounts (id) on delete cascade,
  token_hash     bytea not null unique,
  guardian_name  text not null,
  guardian_email text not null,
  asked_at       timestamptz not null default now(),
  expires_at     timestamptz not null,                -- an answer must come until then; a withdrawal may come later
  answered_at    timestamptz,
  is_accepted    boolean,
  withdrawn_at   timestamptz,
  check ((answered_at is null) = (is_accepted is null)),
  check (withdrawn_at is null or is_accepted)
);
create index guardian_consents_of_account on guardian_consents (account_id, id desc);
