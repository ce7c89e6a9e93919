-- A page that sends a note again after a lost reply gets the one that it has made.

alter table film_notes add column idempotency_key uuid;
create unique index film_notes_author_id_content_id_idempotency_key_idx
  on film_notes (author_id, content_id, idempotency_key);
