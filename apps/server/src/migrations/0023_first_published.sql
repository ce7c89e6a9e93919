-- When an item was first to be seen, one rule of lengths and one of ages, and what a channel's views come to.

-- The first moment that an item was both ready and public; what is made private and public again keeps it.
create function stamp_first_published() returns trigger language plpgsql as $$
begin
  new.published_at := now();
  return new;
end $$;
create trigger contents_first_published before insert or update of state, visibility on contents
  for each row when (new.published_at is null and new.state = 'ready' and new.visibility = 'public')
  execute function stamp_first_published();
update contents set published_at = created_at where state = 'ready' and visibility = 'public' and published_at is null;
alter table contents add check (published_at is not null or state <> 'ready' or visibility <> 'public');

-- Whatever is listed by date is listed by that moment, and items of one moment by their ids. Those by date hold
-- the views as well: the most viewed of a recent time are sorted without reading the items.
drop index contents_listed;
create index contents_listed on contents (type, published_at desc, id desc) include (total_views)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
drop index contents_of_category;
create index contents_of_category on contents (category_id, type, published_at desc, id desc) include (total_views)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
drop index contents_of_category_and_length;
drop index contents_of_length;
drop index contents_published_of_channel;
create index contents_published_of_channel on contents (channel_id, published_at desc, id desc)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
-- The same of one type.
create index contents_of_channel_listed on contents (channel_id, type, published_at desc, id desc)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;

-- Twenty minutes are not over twenty minutes: MEDIUM_MAX_MS of the contract is medium, as it is in a search.
alter table contents alter column length_class set expression as (
  case when type <> 'video' or length_ms is null then 'none'
    when length_ms < 240000 then 'short' when length_ms <= 1200000 then 'medium' else 'long' end);
create index contents_of_category_and_length
  on contents (category_id, type, length_class, published_at desc, id desc) include (total_views)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
create index contents_of_length on contents (type, length_class, published_at desc, id desc) include (total_views)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;

-- Of its public items together; kept by what counts views, recounted by the night's job.
alter table channels add column total_views bigint not null default 0;
update channels c set total_views = (
  select coalesce(sum(i.total_views), 0) from contents i
  where i.channel_id = c.id and i.state = 'ready' and i.visibility = 'public'
    and i.removed_at is null and i.hidden_at is null);

-- Below 18 years on this day. Of whoever's day of birth is not known the youngest is assumed; somebody without a date
-- (a team, an organization) is no minor. `isMinor` of the contract says the same; a test holds the two together.
create function is_minor(born date, born_precision text, today date) returns boolean
language sql immutable parallel safe as $$
  select born is not null and today - interval '18 years' <
    case born_precision when 'month' then born + interval '1 month' - interval '1 day' else born end
$$;
