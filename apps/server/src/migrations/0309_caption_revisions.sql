-- Captions that were deleted and written again get revisions that those before them never had. The previous release adds
-- one to a revision and begins at 1 while it still runs: it stays below these numbers.

create sequence captions_revisions as integer;
select setval('captions_revisions', (select coalesce(max(revision), 0) + 1000 from captions));
