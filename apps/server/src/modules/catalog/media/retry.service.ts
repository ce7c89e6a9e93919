import type { contentItem } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import type { z } from "zod";
import { reopenFailed, requireEditableContent, showContent } from "#modules/catalog/contents/contents.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Viewer } from "#platform/viewer.ts";
import { queueVideoProcessing } from "./media.service.ts";

/** @throws AppError `not_found`; `conflict` there is nothing to try again */
export async function retryProcessing(
  deps: Pick<Deps, "sql" | "config" | "secrets" | "now">,
  viewer: Viewer,
  id: ContentId,
): Promise<z.input<typeof contentItem>> {
  await inTransaction(deps.sql, async (tx) => {
    await requireEditableContent(tx, viewer, id);
    const isReopened = await reopenFailed(tx, id);
    if (!isReopened) throw new AppError("conflict", "Only a failed item can be processed once more.");
    await queueVideoProcessing(tx, id);
  });
  return showContent(deps, viewer, id);
}
