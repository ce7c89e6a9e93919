-- What is processed before it is published is claimed by runs as items are: Publish hands the claim to the item.
-- docs/decisions/0035-lanes-and-leases.md

alter table unpublished_media
  add column fencing_token text,              -- of the run that claimed it last: every other run changes nothing
  add column source        jsonb;             -- what the look at the upload found, so that the run need not look again

alter table uploads
  add column frames_failed boolean not null default false;  -- its frames cannot be taken: nobody waits for them
