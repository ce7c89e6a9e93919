-- The sequence of an identity column is unlogged with its table, and after a standby was promoted PostgreSQL 18 cannot
-- read it: no event, and nothing that causes one, could be written there. A sequence of its own is logged, and goes on.

create sequence live_outbox_numbers;
alter table live_outbox alter column id drop identity;
alter table live_outbox alter column id set default nextval('live_outbox_numbers');
