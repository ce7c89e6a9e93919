-- Where the items of a merged category are now, so that its old address leads there. Null again once it is offered again.
alter table categories add column merged_into integer references categories (id);
