-- Which images of a set are animated is kept with each image, so that the notice about them is right after images are
-- added, moved or removed. Until now the notice was a sentence of the item, with the numbers that they had at first.

alter table content_images add column is_animated boolean not null default false;

update content_images m set is_animated = true
from contents i
where i.id = m.content_id and i.type = 'image' and i.warning is not null and (
  (i.warning like 'This image %' and m.position = 0)
  or (m.position + 1)::text in (select n[1] from regexp_matches(i.warning, '\d+', 'g') n));

update contents set warning = null where type = 'image' and warning is not null;
