import { sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "contents.json",
    about: "What you published, including what you deleted in the last days; the files are in the folder files",
    tables: ["contents", "renditions", "clips", "trims"],
    rows: (me) => raw`
      select i.id, i.type, i.title, i.description, g.name as category, i.tags, i.visibility, i.comments_open,
        i.downloads_open, i.state, i.fault, i.length_ms, i.width_px, i.height_px, i.total_views, i.created_at, i.published_at, i.publish_at,
        i.deleted_at, i.original_name, p.source_id as clip_of, p.from_ms as clip_from_ms, p.to_ms as clip_to_ms,
        t.from_ms as trim_from_ms, t.to_ms as trim_to_ms
      from contents i join channels c on c.id = i.channel_id join categories g on g.id = i.category_id
        left join clips p on p.content_id = i.id left join trims t on t.content_id = i.id
      where c.owner_id = ${me} order by i.id`,
  },
  {
    file: "images.json",
    about: "The pictures of what you published, with their captions and descriptions",
    tables: ["content_images"],
    rows: (me) => raw`
      select m.content_id, m.position, m.name, m.file_name, m.original_bytes, m.caption, m.alt, m.rotation, m.crop,
        m.width_px, m.height_px
      from content_images m join contents i on i.id = m.content_id join channels c on c.id = i.channel_id
      where c.owner_id = ${me} order by m.content_id, m.position`,
  },
  {
    file: "captions.json",
    about: "The captions of your videos",
    tables: ["captions", "caption_cues", "cut_cues"],
    rows: (me) => raw`
      select t.content_id, t.language, t.is_automatic, t.saved_at,
        (select json_agg(json_build_object('start_ms', e.start_ms, 'end_ms', e.end_ms, 'text', e.text) order by e.position)
          from caption_cues e where e.captions_id = t.id) as cues,
        (select json_agg(json_build_object('start_ms', e.start_ms, 'end_ms', e.end_ms, 'text', e.text) order by e.start_ms)
          from cut_cues e where e.captions_id = t.id) as cut_cues
      from captions t join contents i on i.id = t.content_id join channels c on c.id = i.channel_id
      where c.owner_id = ${me} order by t.content_id, t.language`,
  },
  {
    file: "uploads.json",
    about: "Files you started to upload and have not published",
    tables: ["uploads"],
    rows: (me) => raw`
      select file_name, size_bytes, started_at, completed_at, expires_at
      from uploads where account_id = ${me} order by started_at, id`,
  },
];

export const notExported: Readonly<Record<string, string>> = {
  automatic_captions: "the progress of making captions; the captions themselves are exported",
  silences: "quiet parts of a video, computed from its file, which is exported",
  pictures: "thumbnails you uploaded but did not use; they are deleted after a day",
  documents: "what we made of a file, which is exported itself in the folder files",
  document_pages: "the same: pictures and words of its pages",
  unpublished_media: "the progress of processing an upload; the upload itself is exported",
};
