import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import type { TestPerson } from "./people.ts";
import { type TestApp, toUploadForm } from "./test-app.ts";
import { uploadBytes } from "./tus.ts";

/** Uploads a video and removes its job from the queue, so that the test can run it. */
export async function queueVideo(testApp: TestApp, owner: TestPerson): Promise<ContentId> {
  const upload = await uploadBytes(owner, await testApp.clip());
  const { id } = await owner.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, upload) });
  await testApp.deps.pool.query("delete from graphile_worker._private_jobs");
  return id;
}
