-- Not only deleted comments keep their place above replies, but also held and hidden ones.
create index comments_kept_of_item on comments (content_id) where parent_id is null and status <> 'visible';
drop index comments_deleted_of_item;
