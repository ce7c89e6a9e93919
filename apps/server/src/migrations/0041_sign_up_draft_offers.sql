-- What was typed into the Sign Up form is given back to whoever names the address that was typed; a few wrong ones end it.
alter table sign_up_drafts
  add column saved_at       timestamptz not null default now(),
  add column wrong_attempts smallint not null default 0;
-- Some were saved before a date of birth was chosen: nobody can say that they are not a child's.
delete from sign_up_drafts;
