-- What a run has made of a document: of an upload that is not published yet, or of an item. Both have the same id, so
-- the rows stay when the upload becomes an item, and go with whatever owns them last.

create table documents (
  content_id uuid not null,
  run        text not null,
  page_count integer not null check (page_count > 0),
  outline    jsonb not null,
  primary key (content_id, run)
);

create table document_pages (
  content_id uuid not null,
  run        text not null,
  page       integer not null check (page > 0),
  width_px   integer not null check (width_px > 0),
  height_px  integer not null check (height_px > 0),
  words      jsonb not null,
  links      jsonb not null,
  -- The words as they are compared with what somebody searches for in the document, each followed by a space.
  search_text text not null,
  primary key (content_id, run, page),
  foreign key (content_id, run) references documents (content_id, run) on delete cascade
);

create function delete_documents_of_contents() returns trigger language plpgsql as $$
begin
  delete from documents d using before o where d.content_id = o.id;
  return null;
end $$;

create trigger documents_of_contents after delete on contents
  referencing old table as before for each statement execute function delete_documents_of_contents();

create function delete_documents_of_unpublished_media() returns trigger language plpgsql as $$
begin
  delete from documents d using before o
  where d.content_id = o.content_id and not exists (select from contents i where i.id = o.content_id);
  return null;
end $$;

create trigger documents_of_unpublished_media after delete on unpublished_media
  referencing old table as before for each statement execute function delete_documents_of_unpublished_media();
