-- The members who count: those of a channel whose owner is on a plan for several people. The others stay in
-- `channel_members`, so that the owner can remove them, and count again when the owner returns to such a plan.
create view team_members as
  select m.channel_id, m.account_id, m.role, o.id as owner_id, o.plan,
    o.plan_lapsed_at is not null as is_lapsed
  from channel_members m join channels c on c.id = m.channel_id join accounts o on o.id = c.owner_id
  where o.plan in ('Team', 'Organization') and o.deletion_due_at is null;

-- The URLs that members were given end with the plan, as they do when somebody is removed.
-- docs/decisions/0040-media-urls-carry-a-token-that-revokes-them.md
create function renew_media_tokens_of_team() returns trigger language plpgsql as $$
begin
  update contents set
    original_token = replace(gen_random_uuid()::text, '-', ''),
    media_token = case
      when visibility = 'private' or hidden_at is not null or state <> 'ready'
      then replace(gen_random_uuid()::text, '-', '') else media_token end
  where id in (
    select i.id from contents i join channels c on c.id = i.channel_id
    where c.owner_id = new.id and exists (select from channel_members m where m.channel_id = c.id)
    order by i.id for no key update of i
  );
  return null;
end
$$;

create trigger accounts_media_tokens_of_team after update of plan on accounts
  for each row when (old.plan in ('Team', 'Organization') and new.plan is not null
    and new.plan not in ('Team', 'Organization'))
  execute function renew_media_tokens_of_team();
