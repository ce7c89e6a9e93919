import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

const REFRESH_MS = 60_000;

export const today = queryOptions({
  queryKey: ["admin", "today"],
  queryFn: ({ signal }) => call("GET /admin/today", {}, signal),
  refetchInterval: REFRESH_MS,
});
