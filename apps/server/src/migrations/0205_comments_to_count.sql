-- New visible comments that the totals do not include yet, until a flush takes them out. Such a comment is written with
-- `is_counted`, because changing that later would write the row and all its entries in indexes a second time.
create table comments_to_count (
  comment_id uuid not null,
  content_id uuid not null
);
