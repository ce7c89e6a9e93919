import { STAFF_CONTENTS_MAX, type staffContentRoutes } from "@app/contract/staff-contents";
import { z } from "zod";
import { itemMediaUrl } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { countStaffContents, type StaffContentRow, selectStaffContents } from "./contents.sql.ts";

type Data = z.input<typeof staffContentRoutes.list.data>;

const anyId = z.uuid();

export async function listStaffContents(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  staff: Member,
  { search, filter, type, ...query }: z.output<typeof staffContentRoutes.list.query>,
): Promise<Data> {
  const match = { search, isId: anyId.safeParse(search).success, filter, type };
  const { rows, pagination } = await readPage(deps, {
    name: `staff-contents ${JSON.stringify([search, filter, type])}`,
    maxRows: STAFF_CONTENTS_MAX,
    query,
    read: (range) => selectStaffContents(deps.sql, staff.accountId, match, range),
    count: () => countStaffContents(deps.sql, match),
  });
  return { contents: rows.map((row) => toStaffContent(deps, row)), pagination };
}

function toStaffContent(
  deps: Pick<Deps, "secrets" | "config" | "now">,
  row: StaffContentRow,
): Data["contents"][number] {
  const isDeleted = row.deleted_at !== null;
  return {
    id: row.id,
    title: row.title,
    fault: row.fault,
    category: row.category,
    total_views: row.total_views,
    type: row.type as Data["contents"][number]["type"],
    state: row.state as Data["contents"][number]["state"],
    visibility: row.visibility as Data["contents"][number]["visibility"],
    channel: { id: row.channel_id, name: row.channel_name },
    owner: { id: row.owner_id, username: row.username },
    thumbnail: isDeleted ? null : itemMediaUrl(deps, row, row.thumbnail_small_key),
    size_bytes: row.original_bytes,
    created_at: row.created_at.toISOString(),
    hidden: toHidden(row),
    is_channel_hidden: row.is_channel_hidden,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    is_featured: row.is_featured,
    reprocessing: row.again_state === null ? null : { progress: row.again_progress ?? 0, fault: row.again_fault },
    can: {
      hide: !row.is_hidden && !isDeleted,
      restore: row.is_hidden ? !row.is_own_removed_by_another : isDeleted,
      feature: row.is_featured || (row.is_listed && row.type === "video"),
      reprocess: canReprocess(row),
    },
  };
}

function toHidden({ is_hidden, hidden_at, hidden_reason }: StaffContentRow): Data["contents"][number]["hidden"] {
  return is_hidden && hidden_at ? { at: hidden_at.toISOString(), reason: hidden_reason } : null;
}

/** Not while it is processed, for the first time or once more. */
function canReprocess({ deleted_at, state, has_original, again_state }: StaffContentRow): boolean {
  if (deleted_at !== null || !has_original || state === "processing") return false;
  return again_state === null || again_state === "failed";
}
