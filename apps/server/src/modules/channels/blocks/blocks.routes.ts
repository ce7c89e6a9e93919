import { BLOCK_MESSAGES, blockRoutes } from "@app/contract/blocks";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { block, listBlocked, unblock } from "./blocks.service.ts";

export function serveBlocks(app: FastifyInstance, deps: Deps): void {
  serve(app, blockRoutes.block, async ({ viewer, params }) => {
    await block(deps, requireMember(viewer), params.id);
    return new Reply(BLOCK_MESSAGES.blocked, null);
  });
  serve(app, blockRoutes.unblock, async ({ viewer, params }) => {
    await unblock(deps, requireMember(viewer), params.id);
    return new Reply(BLOCK_MESSAGES.unblocked, null);
  });
  serve(app, blockRoutes.list, ({ viewer, query }) => listBlocked(deps, requireMember(viewer), query));
}
