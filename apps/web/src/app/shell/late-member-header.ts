import { late } from "#lib/late.tsx";
import { orOffline } from "#lib/or-offline.ts";

/** A visitor's page does without it; a signed-in person's fetches it while the server is asked whether they still are. */
export const { Late: MemberHeader, preload: preloadMemberHeader } = late(
  async () => (await orOffline(import("./member-header.tsx"))).MemberHeader,
  () => null,
);
