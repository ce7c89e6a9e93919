-- A link that signs in, for whoever's password was guessed at too often. The new rule lets everything in that the old one did.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
  check (purpose in ('verify', 'reset', 'change-email', 'sign-in'));
