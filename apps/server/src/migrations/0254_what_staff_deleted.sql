-- Staff restore only what staff deleted, and a reversed decision only what that decision removed.
alter table comments add column is_deleted_by_staff boolean not null default false;
-- The audit log's entry is of the same transaction.
update comments c set is_deleted_by_staff = true
where c.status = 'deleted' and c.body <> '' and exists (
  select from audit_log l
  where l.subject_id = c.id::text and l.action in ('comment.deleted', 'report.removed') and l.at = c.deleted_at);

alter table report_cases add column has_removed boolean;  -- null: 'remove' and 'suspend' did
