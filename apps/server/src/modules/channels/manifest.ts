import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { onAccountCreated } from "./channels.service.ts";

export const channels: Domain = {
  subscriptions: [onEvent("account.created", onAccountCreated)],
};
