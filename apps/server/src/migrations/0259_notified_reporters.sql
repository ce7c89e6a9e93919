-- When the reporter was notified of the decision. A job notifies them page by page, and must not notify anybody twice when
-- it is retried. Null: not decided yet, or decided before this release.
alter table reports add column notified_at timestamptz;
