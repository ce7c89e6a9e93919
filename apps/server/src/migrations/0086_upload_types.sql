-- An upload knows what it becomes: its type decides how large it may be, how it is checked and what is made of it.

alter table uploads
  add column type text not null default 'video' check (type in ('video', 'image', 'document'));

-- What is processed before it is published: a video, or a document.
alter table unpublished_media
  add column type text not null default 'video' check (type in ('video', 'image', 'document'));
