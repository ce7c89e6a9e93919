import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/** Asked anew whenever the console opens: the server says whether it does. */
export const staffDesk = queryOptions({
  queryKey: ["admin", "desk"],
  queryFn: ({ signal }) => call("GET /admin/desk", {}, signal),
  staleTime: 0,
  retry: false,
});
