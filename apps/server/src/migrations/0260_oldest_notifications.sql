-- The nightly purge finds those that have not changed for half a year without reading all others.
create index notifications_oldest on notifications (updated_at);
