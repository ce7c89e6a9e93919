-- After its file was replaced by a shorter one, a video is no longer found by captions that start after its end.
create or replace function search_captions(content uuid) returns text language sql stable parallel safe as $$
  select left(coalesce(string_agg(e.text, ' ' order by t.language, e.position), ''), 200000)
  from captions t join contents i on i.id = t.content_id join caption_cues e on e.captions_id = t.id
  where t.content_id = content and (i.length_ms is null or e.start_ms < i.length_ms)
$$;

select search_write_contents(array(
  select distinct t.content_id
  from captions t join contents i on i.id = t.content_id join caption_cues e on e.captions_id = t.id
  where i.is_listed and e.start_ms >= i.length_ms));
