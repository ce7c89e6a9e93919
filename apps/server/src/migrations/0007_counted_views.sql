-- A view is written at once and counted within a second, many in one statement. What is in the totals
-- says so itself, so that a server that stops in between loses nothing and counts nothing twice.

alter table views add column is_counted boolean not null default true;
alter table views alter column is_counted set default false;
create index views_uncounted on views (content_id) where not is_counted;
