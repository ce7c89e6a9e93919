import type { MemberRole } from "@app/contract/channel-roles";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage, refreshToken } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";

export function team(id: string) {
  return queryOptions({
    queryKey: ["team", id],
    queryFn: ({ signal }) => call("GET /team/:id", { params: { id } }, signal),
    staleTime: 0,
  });
}

export function channelLog(id: string) {
  return infiniteQueryOptions({
    queryKey: ["team", id, "log"],
    gcTime: 0,
    queryFn: ({ pageParam, signal }) =>
      call("GET /team/:id/log", { params: { id }, query: { cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
  });
}

export function sendInvitation(id: string, body: { email: string; role: MemberRole }): Promise<{ message: string }> {
  return callWithMessage("POST /team/:id/invitations", { params: { id }, body });
}

type Change =
  | { what: "revoke"; invitation: string }
  | { what: "role"; account: string; role: MemberRole }
  | { what: "remove"; account: string; isOneself: boolean };

/** Leaving changes what the user card says, so it is fetched again. */
export function useChangeTeam(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => {
      if (change.what === "revoke")
        return callWithMessage("DELETE /team-invitations/:id", { params: { id: change.invitation } });
      const params = { id, account: change.account };
      return change.what === "role"
        ? callWithMessage("PUT /team/:id/people/:account", { params, body: { role: change.role } })
        : callWithMessage("DELETE /team/:id/people/:account", { params });
    },
    onSuccess: async ({ message }, change) => {
      toast.success(message);
      if (change.what === "remove" && change.isOneself) await refreshToken();
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: ["team"] }),
  });
}
