-- The owner removed it from another device: its browser is no longer a known one.
alter table devices add column is_distrusted boolean not null default false;
