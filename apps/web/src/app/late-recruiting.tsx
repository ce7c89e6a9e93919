import { late } from "#lib/late.tsx";
import { orOffline } from "#lib/or-offline.ts";
import { Skeleton } from "#ui/skeleton.tsx";

/** An athlete's own page alone has it: nobody else fetches its forms. */
export const { Late: RecruitingSetUp } = late(
  async () => (await orOffline(import("./recruiting-set-up.tsx"))).RecruitingSetUp,
  () => <Skeleton className="h-40 w-full" />,
);
