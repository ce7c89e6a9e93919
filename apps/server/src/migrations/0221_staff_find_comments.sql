-- Staff find comments by their words, and hide single ones: those wait for staff instead of the owner of the channel.
create index comments_words on comments using gin (to_tsvector('simple', body));
alter table comments drop constraint comments_held_for_check;
alter table comments add constraint comments_held_for_check
  check (held_for in ('word', 'link', 'first', 'everything', 'staff'));
