-- All reports of one thing, from the first one until staff decide, are a case. Whatever is reported after that is a new one.
create table report_cases (
  id               uuid primary key,                   -- version 7: in order of time
  subject_kind     text not null check (subject_kind in ('content', 'comment', 'channel')),
  subject_id       uuid not null,                      -- no reference: the case outlives what it is about
  content_id       uuid,                               -- the item, or the item that the comment is on
  owner_id         uuid references accounts (id) on delete set null,
  excerpt          text not null,                      -- the title, the comment or the channel's name, when last reported
  is_about_minor   boolean not null default false,
  total            integer not null default 0,
  counted          integer not null default 0,         -- reports that count towards hiding an item
  is_hidden        boolean not null default false,     -- hidden by these reports, until staff decide
  last_reported_at timestamptz not null default now(),
  decision         text check (decision in ('keep', 'remove', 'warn', 'suspend')),
  decision_reason  text not null default '',
  decided_by       uuid references accounts (id) on delete set null,
  decided_at       timestamptz,
  appeal           text,
  appealed_at      timestamptz,
  appeal_decision  text check (appeal_decision in ('uphold', 'overturn')),
  appeal_reason    text not null default '',
  appeal_decided_by uuid references accounts (id) on delete set null,
  appeal_decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check ((appeal is null) = (appealed_at is null)),
  check (appeal is null or char_length(appeal) between 1 and 2000),
  check ((appeal_decision is null) = (appeal_decided_at is null))
);
create unique index report_cases_open on report_cases (subject_kind, subject_id) where decided_at is null;
create index report_cases_queue on report_cases (is_about_minor desc, id) where decided_at is null;
create index report_cases_decided on report_cases (decided_at desc, id desc) where decided_at is not null;
create index report_cases_appeals on report_cases (appealed_at, id) where appealed_at is not null and appeal_decided_at is null;
create index report_cases_of_owner on report_cases (owner_id, decided_at desc, id desc) where decided_at is not null;
create index report_cases_decided_by on report_cases (decided_by) where decided_by is not null;
create index report_cases_appeal_decided_by on report_cases (appeal_decided_by) where appeal_decided_by is not null;

create table reports (
  id           uuid primary key,
  case_id      uuid not null references report_cases (id) on delete cascade,
  reporter_id  uuid references accounts (id) on delete set null,
  subject_kind text not null,
  subject_id   uuid not null,
  reason       text not null check (reason in ('spam', 'harassment', 'nudity', 'violence', 'minor_safety', 'copyright',
                 'impersonation', 'other')),
  text         text not null default '' check (char_length(text) <= 1000),
  is_counted   boolean not null,
  created_at   timestamptz not null default now(),
  unique (reporter_id, subject_kind, subject_id)       -- one report a person and thing
);
create index reports_of_case on reports (case_id, id);
create index reports_of_reporter on reports (reporter_id, id desc);
