import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import type { StagePerson } from "./people.ts";
import { type Stage, toUploadForm } from "./stage.ts";
import { uploadBytes } from "./tus.ts";

/** An item whose processing is taken out of the queue: the test is its worker. */
export async function queueVideo(stage: Stage, owner: StagePerson): Promise<ContentId> {
  const upload = await uploadBytes(owner, await stage.clip());
  const { id } = await owner.call(contentRoutes.upload, { body: toUploadForm(stage.categoryId, upload) });
  await stage.deps.pool.query("delete from graphile_worker._private_jobs");
  return id;
}
