-- Who was counted before a curve began counts again in it: a trim that is undone shows files that they watched before.
alter table content_retention add column began_at timestamptz not null default '-infinity';
