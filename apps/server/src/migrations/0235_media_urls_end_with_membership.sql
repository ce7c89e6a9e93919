-- The signed media URLs of a person who leaves a channel, or is removed from it, stop working at once: the items that
-- only its team could see get a new token. The previous release removes members too, so a trigger does it.
-- docs/decisions/0040-media-urls-carry-a-token-that-revokes-them.md
create function renew_media_tokens_of_channel() returns trigger language plpgsql as $$
begin
  update contents set media_token = replace(gen_random_uuid()::text, '-', '')
  where id in (
    select id from contents
    where channel_id = old.channel_id and (visibility = 'private' or hidden_at is not null or state <> 'ready')
    order by id for no key update
  );
  return null;
end
$$;

create trigger channel_members_media_tokens after delete on channel_members
  for each row execute function renew_media_tokens_of_channel();
