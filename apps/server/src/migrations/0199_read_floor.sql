-- How often something public was hidden. A replica may serve a reader once it has replayed the last of these, so nobody
-- is shown what was hidden a moment ago, however far it lags. docs/decisions/0095-a-replica-serves-whom-it-is-fresh-for.md

create table read_floor (
  id      boolean primary key default true check (id),   -- one row
  version bigint not null
);
insert into read_floor (version) values (0);

-- Once in a transaction, however many items it hides.
create function raise_read_floor() returns trigger language plpgsql as $$
begin
  if current_setting('fieldhouse.has_raised_floor', true) is distinct from 'yes' then
    perform set_config('fieldhouse.has_raised_floor', 'yes', true);
    update read_floor set version = version + 1;
  end if;
  return null;
end $$;

-- Deferred: the row is locked only while the transaction commits, so those who hide something do not wait for each other.
create constraint trigger contents_raise_read_floor after update on contents
  deferrable initially deferred for each row
  when (old.is_listed and not new.is_listed or old.media_token is distinct from new.media_token)
  execute function raise_read_floor();
create constraint trigger channels_raise_read_floor after update on channels
  deferrable initially deferred for each row when (old.hidden_at is null and new.hidden_at is not null)
  execute function raise_read_floor();
create constraint trigger privacy_settings_raise_read_floor after insert or update on privacy_settings
  deferrable initially deferred for each row when (new.is_hidden_from_lists or new.is_indexed is not true)
  execute function raise_read_floor();
create constraint trigger categories_raise_read_floor after update on categories
  deferrable initially deferred for each row when (old.is_listed and not new.is_listed)
  execute function raise_read_floor();
