-- Followers are notified of an upload in batches, in the order of their ids: without this, each batch sorted all of them.
create index follows_in_order on follows (channel_id, follower_id);
