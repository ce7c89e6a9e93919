-- What a guardian states when they consent, and that a card has shown them to be an adult. A consent without it, as the
-- previous release writes, counts for nothing.
alter table guardian_consents
  add column stated_name      text,
  add column relation         text check (relation in ('Mother', 'Father', 'Legal guardian')),
  add column consent_text     text,                   -- what was agreed to, word for word
  add column adult_proved_at  timestamptz,
  add column card_check_id    text unique,            -- at the payment provider; no card is saved
  add column card_fingerprint text,
  add check ((adult_proved_at is null) = (stated_name is null) and (adult_proved_at is null) = (relation is null)
    and (adult_proved_at is null) = (consent_text is null) and (adult_proved_at is null) = (card_check_id is null)
    and (adult_proved_at is null) = (card_fingerprint is null));
create index guardian_consents_of_mailbox on guardian_consents (canonical_email(guardian_email));
create index guardian_consents_of_card on guardian_consents (card_fingerprint) where card_fingerprint is not null;

-- A card that is only checked is never attached to anybody.
alter table sandbox_setups add column is_check boolean not null default false;
