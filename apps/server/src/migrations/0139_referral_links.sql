-- An earner has a first link, without a label, and any number of labeled ones. None is ever deleted, so that no code is
-- given out twice: a withdrawn link keeps what it earned and earns nothing new.
alter table referral_codes
  drop constraint referral_codes_earner_id_key,
  add column label        text check (char_length(label) between 1 and 40),
  add column withdrawn_at timestamptz,
  add column opens        integer not null default 0 check (opens >= 0),
  add constraint referral_codes_first_stays check (label is not null or withdrawn_at is null);

create unique index referral_codes_first on referral_codes (earner_id) where label is null;
create unique index referral_codes_label on referral_codes (earner_id, lower(label)) where withdrawn_at is null;
create index referral_codes_of_earner on referral_codes (earner_id, created_at desc, code desc);
create index referrals_of_code on referrals (code);
