-- The file of a document can be replaced, and it is then found by what is written on the new pages.
create or replace function search_on_contents() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select n.id from changed n join before o on o.id = n.id
    where (n.title, n.description, n.tags, n.category_id, n.is_listed, n.length_ms, n.published_at, n.channel_id)
      is distinct from
      (o.title, o.description, o.tags, o.category_id, o.is_listed, o.length_ms, o.published_at, o.channel_id)
      or (n.type = 'document' and n.run is distinct from o.run));
begin
  if cardinality(ids) > 0 then perform search_write_contents(ids); end if;
  return null;
end $$;
