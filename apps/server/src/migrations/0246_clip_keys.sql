-- A page that sends a clip again after a lost reply gets the one that it has made.

alter table clips add column idempotency_key uuid;
create unique index clips_source_id_idempotency_key_idx on clips (source_id, idempotency_key);
