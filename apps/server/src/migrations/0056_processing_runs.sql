-- Who may write what the pipeline makes of an item, and which frame its owner chose.

alter table contents
  -- The run that took the item up last: a run that it was taken away from changes nothing any more.
  add column fencing_token   text,
  -- One of the three frames; null for the default, and for a picture of the owner's own. Outlives a Retry.
  add column thumbnail_frame smallint check (thumbnail_frame between 0 and 2);
