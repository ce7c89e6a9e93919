import { channelRoutes } from "@app/contract/channels";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readerOf, readLiveFromReplica } from "#platform/http/replica-reads.ts";
import { serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { showChannel } from "./channel-page.service.ts";

export function serveChannelPage(app: FastifyInstance, deps: Deps): void {
  serve(app, channelRoutes.one, ({ viewer, params, request }) =>
    readLiveFromReplica(deps, readerOf(request), (reads) => showChannel(reads, requireMember(viewer), params.id)),
  );
}
