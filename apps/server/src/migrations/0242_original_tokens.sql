-- Originals, and the whole run of a trimmed video, have a token of their own in their URLs: fewer people may fetch them
-- than may see the item, so their URLs have to end while those of the item go on. Triggers renew it, as the previous
-- release closes downloads and removes members too.
-- The previous release signs these URLs with media_token: until it has stopped, what one release signs the other refuses.
-- docs/decisions/0040-media-urls-carry-a-token-that-revokes-them.md

-- A constant for what is there already: adding it rewrites no row. Only the ones that follow have to be unguessable.
alter table contents add column original_token text not null default '0';
alter table contents alter column original_token set default replace(gen_random_uuid()::text, '-', '');

create function renew_original_token() returns trigger language plpgsql as $$
begin
  new.original_token := replace(gen_random_uuid()::text, '-', '');
  return new;
end
$$;

-- Its name sorts behind that of contents_media_token, so it sees the token that this one has just renewed.
create trigger contents_original_token
  before update of visibility, hidden_at, deleted_at, media_token, downloads_open on contents
  for each row when (old.media_token <> new.media_token or (old.downloads_open and not new.downloads_open))
  execute function renew_original_token();

create function renew_original_tokens_of_channel() returns trigger language plpgsql as $$
begin
  update contents set original_token = replace(gen_random_uuid()::text, '-', '')
  where id in (select id from contents where channel_id = old.channel_id order by id for no key update);
  return null;
end
$$;

create trigger channel_members_original_tokens after delete on channel_members
  for each row execute function renew_original_tokens_of_channel();

create trigger channel_members_lowered_original_tokens after update of role on channel_members
  for each row when (old.role = 'manager' and new.role <> 'manager')
  execute function renew_original_tokens_of_channel();
