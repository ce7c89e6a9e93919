import { referralRoutes } from "@app/contract/referrals";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/** @param code of the link one came by; null asks for the one that this browser opened before, if any */
export function referrerOf(code: string | null) {
  return queryOptions({
    queryKey: ["referrer", code],
    queryFn: ({ signal }) =>
      code === null
        ? call(referralRoutes.kept, {}, signal)
        : call(referralRoutes.referrer, { params: { code } }, signal),
  });
}
