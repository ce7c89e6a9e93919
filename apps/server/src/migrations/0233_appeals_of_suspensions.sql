-- A suspension can be appealed like any other decision. One that came from a report belongs to that report's case; any
-- other becomes a case of its own when it is appealed, of the kind 'account'.
alter table report_cases drop constraint report_cases_subject_kind_check;
alter table report_cases add constraint report_cases_subject_kind_check
  check (subject_kind in ('content', 'comment', 'channel', 'account'));
alter table report_cases drop constraint report_cases_decision_check;
alter table report_cases add constraint report_cases_decision_check
  check (decision in ('keep', 'remove', 'warn', 'suspend', 'ban'));

-- When the suspension began that this decision made: whoever is suspended again appeals the new one.
alter table report_cases add column suspended_at timestamptz;
update report_cases c set suspended_at = s.suspended_at
from suspensions s
where s.account_id = c.owner_id and c.decision = 'suspend' and c.decided_at = s.suspended_at;
create unique index report_cases_of_suspension on report_cases (owner_id, suspended_at) where suspended_at is not null;
