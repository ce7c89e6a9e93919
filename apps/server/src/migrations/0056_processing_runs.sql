-- Which run of the pipeline may write to an item. docs/decisions/0035-lanes-and-leases.md

alter table contents
  add column fencing_token text;              -- of the run that claimed it last: every other run changes nothing
