-- How many listed items there are of a type, category and length: what a long list says of its length. Short lists are
-- counted. A job counts anew. docs/decisions/0051-is-listed-and-cursors.md
create table listed_totals (
  type         text not null,
  category_id  integer not null references categories (id) on delete cascade,
  length_class text not null,
  items        bigint not null,
  primary key (type, category_id, length_class)
);
insert into listed_totals (type, category_id, length_class, items)
select type, category_id, length_class, count(*) from contents where is_listed group by 1, 2, 3;
