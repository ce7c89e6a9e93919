-- Live events on their way to Redis, where LIVE_FANOUT says so: noted by the transaction that causes them, handed over
-- and deleted after it committed. Not logged: after a crash of the server every web process connects anew and tells its
-- pages what they missed. docs/decisions/0092-redis-counts-requests.md

create unlogged table live_outbox (
  id      bigint generated always as identity primary key,
  message text not null
);
