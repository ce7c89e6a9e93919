-- What an owner holds on one item, beyond what holds for the whole channel.
alter table comment_item_settings
  add column holds_links boolean not null default false,
  add column holds_first boolean not null default false,
  add column words       text[]  not null default '{}';
