import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

export function siteStats() {
  return queryOptions({
    queryKey: ["site-stats"],
    queryFn: ({ signal }) => call("GET /public-numbers", {}, signal),
  });
}
