-- Part of every address of an item's media, behind its id. Whenever fewer people may see the item than before, it gets
-- a new one, so the addresses that were given out end for good. A trigger does it, so that nobody who writes one of
-- these columns has to think of it, the previous release included.

-- A constant for what is there already: adding it rewrites no row. Only the ones that follow have to be unguessable.
alter table contents add column media_token text not null default '0';
alter table contents alter column media_token set default replace(gen_random_uuid()::text, '-', '');

create function renew_media_token() returns trigger language plpgsql as $$
begin
  new.media_token := replace(gen_random_uuid()::text, '-', '');
  return new;
end
$$;

create trigger contents_media_token before update of visibility, hidden_at, removed_at on contents
  for each row when (
    (old.visibility <> new.visibility and (old.visibility = 'public' or new.visibility = 'private'))
    or (old.hidden_at is null and new.hidden_at is not null)
    or (old.removed_at is null and new.removed_at is not null)
  ) execute function renew_media_token();
