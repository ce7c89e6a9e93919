-- What ends somebody's rights, what hides their things, and what they chose to show.

alter table accounts
  add column plan_lapsed_at timestamptz,              -- an earner's plan is no longer paid: no uploads, no new credit
  add column deactivated_at timestamptz,              -- the earner's side sleeps; the account is a General User's
  add column deletion_due_at timestamptz,             -- asked to be deleted: erased then, unless they sign in before
  add column erased_at timestamptz;                   -- nothing of the person is left but the id

-- Set by the owner's deactivation or deletion and by staff; every list and page asks for null.
alter table channels add column hidden_at timestamptz;
alter table contents add column hidden_at timestamptz;

drop index contents_listed;
drop index contents_of_category;
create index contents_listed on contents (type, id desc)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
create index contents_of_category on contents (category_id, type, id desc)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;

-- Null: by age. Between 13 and 17 it is hidden, from 18 it is shown. No row: all by age, in the lists.
create table privacy_settings (
  account_id           uuid primary key references accounts (id) on delete cascade,
  is_hidden_from_lists boolean not null default false,  -- top earners and weekly earners
  shows_gpa            boolean,
  shows_location       boolean,
  shows_followers      boolean,                         -- the list of followers, not their number
  is_indexed           boolean                          -- the profile may be found by search engines
);
