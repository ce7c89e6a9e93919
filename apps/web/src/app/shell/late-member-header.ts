import { late } from "#lib/late.tsx";

/** A visitor's page does without it; a signed-in person's fetches it while the server is asked whether they still are. */
export const { Late: MemberHeader, preload: preloadMemberHeader } = late(
  async () => (await import("./member-header.tsx")).MemberHeader,
  () => null,
);
