import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/** The signed-in user's full profile. */
export const ownProfile = queryOptions({
  queryKey: ["own-profile"],
  gcTime: 0,
  queryFn: ({ signal }) => call("GET /user/profile", {}, signal),
  staleTime: 0,
});
