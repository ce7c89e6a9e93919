import type { AccountId } from "@app/contract/ids";
import type { PeopleFilter, StaffMail } from "@app/contract/people";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";

const PEOPLE = ["admin", "people"];

export type PeopleQuery = { search: string; filter: PeopleFilter | null };

export function people({ search, filter }: PeopleQuery) {
  return infiniteQueryOptions({
    queryKey: [...PEOPLE, "list", search, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /admin/people",
        {
          query: {
            search,
            per_page: 24,
            ...(filter !== null && { filter }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    gcTime: 0,
  });
}

export function person(id: AccountId) {
  return queryOptions({
    queryKey: [...PEOPLE, "one", id],
    queryFn: ({ signal }) => call("GET /admin/people/:id", { params: { id } }, signal),
    gcTime: 0,
  });
}

const PATHS = {
  restore: "POST /admin/people/:id/restore",
  "show-channel": "POST /admin/people/:id/show-channel",
  "sign-out": "POST /admin/people/:id/sign-out",
} as const;

export type PersonAct =
  | { kind: "suspend"; reason: string; days: number | null }
  | { kind: keyof typeof PATHS; reason: string };

/** What is done with a reason. The dialog shows why it failed, or a toast if it was closed meanwhile. */
export function useActOnPerson(id: AccountId, onDone: () => void) {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    mutationFn: (act: PersonAct) => {
      const { reason } = act;
      if (act.kind !== "suspend") return callWithMessage(PATHS[act.kind], { params: { id }, body: { reason } });
      return callWithMessage("POST /admin/people/:id/suspend", { params: { id }, body: { reason, days: act.days } });
    },
    onSuccess: ({ message }) => {
      toast.success(message);
      if (isMounted()) onDone();
    },
    onError: (error) => {
      if (!isMounted()) toast.error(messageOf(error));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: PEOPLE }),
  });
}

export function useMailPerson(id: AccountId) {
  return useMutation({
    mutationFn: (mail: StaffMail) => callWithMessage("POST /admin/people/:id/mail", { params: { id }, body: { mail } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
  });
}

export function useRefreshPeople(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: PEOPLE });
}
