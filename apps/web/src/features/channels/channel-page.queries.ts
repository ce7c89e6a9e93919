import { channelRoutes } from "@app/contract/channels";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/** Asked for anew each time it is opened, as the specification has it. */
export function channelPage(id: string) {
  return queryOptions({
    queryKey: ["channels", "one", id],
    meta: { showsFollows: true },
    gcTime: 0,
    queryFn: ({ signal }) => call(channelRoutes.one, { params: { id } }, signal),
  });
}
