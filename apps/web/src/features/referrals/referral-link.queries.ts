import { referralRoutes } from "@app/contract/referrals";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

export const referralLink = queryOptions({
  queryKey: ["referral-link"],
  queryFn: ({ signal }) => call(referralRoutes.link, {}, signal),
});
