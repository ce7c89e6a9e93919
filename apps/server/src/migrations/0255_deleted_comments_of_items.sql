-- Pages by number count deleted comments that are listed for their replies.
create index comments_deleted_of_item on comments (content_id) where parent_id is null and status = 'deleted';
