import { canManageItem } from "#modules/channels/index.ts";
import { type AuditFacts, recordAudit, whatChanged } from "#platform/audit.ts";
import type { Tx } from "#platform/db/database.ts";
import type { Viewer } from "#platform/viewer.ts";
import type { ContentRow } from "./contents.sql.ts";

const FACTS = ["title", "category_id", "visibility", "comments_open", "downloads_open"] as const;

type Facts = Pick<ContentRow, (typeof FACTS)[number] | "tags" | "publish_at" | "description">;

/** Records in the audit log what staff change on the page of somebody else's item, as for changes in the console. */
export async function auditEdit(
  tx: Tx,
  viewer: Viewer,
  content: ContentRow,
  { changes, pictures }: { changes: { [Name in keyof Facts]?: Facts[Name] | undefined }; pictures: boolean },
): Promise<void> {
  const edited = {
    ...content,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  };
  const [before, after] = whatChanged(toFacts(content), toFacts(edited));
  const noted = {
    ...after,
    // Long, and it may name people.
    ...(edited.description !== content.description && { description: "a new text" }),
    ...(pictures && { pictures: "new ones" }),
  };
  if (Object.keys(noted).length > 0)
    await auditItem(tx, viewer, content, { action: "content.edited", before, after: noted });
}

export async function auditDeletion(tx: Tx, viewer: Viewer, content: ContentRow, isDeleted: boolean): Promise<void> {
  await auditItem(tx, viewer, content, {
    action: isDeleted ? "content.deleted" : "content.restored",
    ...{ before: { deleted: !isDeleted }, after: { deleted: isDeleted } },
  });
}

type Entry = Pick<Parameters<typeof recordAudit>[1], "action" | "before" | "after">;

async function auditItem(tx: Tx, viewer: Viewer, content: ContentRow, entry: Entry): Promise<void> {
  if (!viewer?.isStaff || canManageItem(viewer, content)) return;
  await recordAudit(tx, { staff: viewer, subject: { kind: "content", id: content.id }, ...entry });
}

function toFacts(content: Facts): AuditFacts {
  const facts = Object.fromEntries(FACTS.map((name) => [name, content[name]]));
  return { ...facts, tags: content.tags.join(", "), publish_at: content.publish_at?.toISOString() ?? null };
}
