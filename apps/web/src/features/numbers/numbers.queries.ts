import { numberRoutes } from "@app/contract/numbers";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

export function publicNumbers() {
  return queryOptions({
    queryKey: ["numbers"],
    queryFn: ({ signal }) => call(numberRoutes.read, {}, signal),
  });
}
