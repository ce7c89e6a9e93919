-- What staff did: who, what, before and after. Rows are never changed or deleted, by nobody.
create table audit_log (
  id           uuid primary key,                      -- version 7, so newest first is by id
  at           timestamptz not null default now(),
  staff_id     uuid,                                  -- null: the command line; no foreign key, which could change the row
  action       text not null check (char_length(action) between 1 and 60),       -- as in the contract's AUDIT_ACTIONS
  subject_kind text not null check (char_length(subject_kind) between 1 and 40), -- as in AUDIT_SUBJECTS
  subject_id   text not null check (char_length(subject_id) <= 200),
  before       jsonb not null default '{}',
  after        jsonb not null default '{}',
  reason       text not null default '' check (char_length(reason) <= 500)
);
create index audit_log_of_staff on audit_log (staff_id, id desc);
create index audit_log_of_subject on audit_log (subject_id, id desc);
create index audit_log_of_action on audit_log (action, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();
