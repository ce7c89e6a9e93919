import { categoryRoutes } from "@app/contract/categories";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/** Staff change them rarely: asked for once a visit. */
export function categoryList() {
  return queryOptions({
    queryKey: ["categories"],
    queryFn: ({ signal }) => call(categoryRoutes.list, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
