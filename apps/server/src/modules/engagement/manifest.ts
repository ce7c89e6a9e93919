import { onFollowCreated, onFollowDeleted } from "#modules/views/hours.service.ts";
import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";

export const engagement: Domain = {
  subscriptions: [onEvent("follow.created", onFollowCreated), onEvent("follow.deleted", onFollowDeleted)],
};
