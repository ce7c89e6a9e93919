import { profileRoutes } from "@app/contract/profile";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/** Everything that somebody may read of their own. */
export const ownProfile = queryOptions({
  queryKey: ["own-profile"],
  gcTime: 0,
  queryFn: ({ signal }) => call(profileRoutes.one, {}, signal),
  staleTime: 0,
});
