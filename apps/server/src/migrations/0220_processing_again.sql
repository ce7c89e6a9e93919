-- An item that is processed again has a row in unpublished_media under its own id and without an upload, while viewers
-- see what was made of it before.
alter table unpublished_media
  drop constraint unpublished_media_pkey,
  drop constraint unpublished_media_content_id_key,
  add primary key (content_id),
  add constraint unpublished_media_upload_id_key unique (upload_id),
  alter column upload_id drop not null;
