import { safetyRoutes } from "@app/contract/account-safety";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

export const twoFactor = queryOptions({
  queryKey: ["two-factor"],
  queryFn: ({ signal }) => call(safetyRoutes.twoFactor, {}, signal),
  staleTime: 0,
});
