-- An image can be added to a published set. Until it is drawn its width is null, and only those who edit the set see it.

alter table content_images add column fault text; -- why it cannot be drawn, in words for its owner
