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

export type PersonAct =
  | { kind: "suspend"; reason: string; days: number | null }
  | { kind: "restore" | "sign-out"; reason: string };

/** What is done with a reason. The dialog shows why it failed, or a toast if it was closed meanwhile. */
export function useActOnPerson(id: AccountId, onDone: () => void) {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    mutationFn: ({ kind, ...body }: PersonAct) => {
      if (kind === "suspend" && "days" in body)
        return callWithMessage("POST /admin/people/:id/suspend", { params: { id }, body });
      const path = kind === "restore" ? "POST /admin/people/:id/restore" : "POST /admin/people/:id/sign-out";
      return callWithMessage(path, { params: { id }, body: { reason: body.reason } });
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
