import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";

export type AuditQuery = { search: string; action: string | null };

export function auditLog({ search, action }: AuditQuery) {
  return infiniteQueryOptions({
    queryKey: ["admin", "audit-log", search, action],
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /admin/audit-log",
        {
          query: { search, ...(action !== null && { action }), ...(pageParam !== undefined && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    gcTime: 0,
  });
}
