import { earnerRoutes } from "@app/contract/earners";
import type { RegistrationView, TypedFormView } from "@app/contract/registration";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { toEntries } from "./to-entries.ts";

/**
 * Where the sign-up or the upgrade stands, with what was entered so far; null for a visitor who has begun none, or whose
 * time is over. The server keeps it: no storage of the browser holds anything of it.
 */
export const registration = queryOptions({
  queryKey: ["earner-registration"],
  queryFn: ({ signal }): Promise<RegistrationView | null> => call(earnerRoutes.registration, {}, signal).catch(toNone),
  staleTime: 0,
});

function toNone(error: unknown): null {
  if (error instanceof ApiError && error.kind === "gone") return null;
  throw error;
}

/** Keeps what stands in a form that was not sent yet. The form shows it again even before the server has it. */
export function useSaveTyped() {
  const cache = useQueryClient();
  const hold = (typed: TypedFormView) => {
    cache.setQueryData(registration.queryKey, (held) => held && { ...held, plan: typed.plan ?? held.plan, typed });
  };
  return useMutation({
    mutationFn: ({ offers, visits, ...typed }: TypedFormView) =>
      call(earnerRoutes.saveTyped, { body: { ...typed, offers: toEntries(offers), visits: toEntries(visits) } }),
    onMutate: hold,
    onSuccess: (_, typed) => hold(typed),
  });
}

export function useAbort() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(earnerRoutes.abortRegistration),
    onSuccess: () => cache.setQueryData(registration.queryKey, null),
  });
}
