import type { Plan } from "@app/contract/accounts";
import { EARNER_TYPE } from "@app/contract/brand";
import type { RegistrationView, TypedFormView } from "@app/contract/registration";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage, renew } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { getUser } from "#lib/session.ts";

/**
 * The state of the sign-up or upgrade, with the values entered so far; null if there is none or it has expired. It is
 * stored on the server only, never in browser storage.
 */
export const registration = queryOptions({
  queryKey: ["earner-registration"],
  queryFn: ({ signal }) => readRegistration(signal),
  staleTime: 0,
  // The server continues in the background. Without a session there is no live connection, and it is polled.
  meta: liveMeta("registration.changed", isInProgress),
});

async function readRegistration(signal: AbortSignal): Promise<RegistrationView | null> {
  const view = await call("GET /earner-registration", {}, signal).catch(nullIfGone);
  // The payment was confirmed in the meantime: the session still says General User.
  if (view?.is_upgrade && view.next === "done" && getUser()?.type !== EARNER_TYPE) await renew();
  return view;
}

function isInProgress(view: RegistrationView | null | undefined): boolean {
  if (!view) return false;
  return view.next === "paying" || view.next === "ending" || view.is_completing;
}

function nullIfGone(error: unknown): null {
  if (error instanceof ApiError && error.kind === "gone") return null;
  throw error;
}

/** Saves the draft of an unsent form. Optimistic, so that going back and forth shows it at once. */
export function useSaveFormDraft() {
  const cache = useQueryClient();
  const writeToCache = (typed: TypedFormView) => {
    cache.setQueryData(
      registration.queryKey,
      (current) => current && { ...current, plan: typed.plan ?? current.plan, typed },
    );
  };
  return useMutation({
    mutationFn: ({ offers, visits, ...typed }: TypedFormView) =>
      call("POST /earner-registration/draft", {
        body: { ...typed, offers: toCollegeEntries(offers), visits: toCollegeEntries(visits) },
      }),
    onMutate: writeToCache,
    onSuccess: (_, typed) => writeToCache(typed),
  });
}

/** Refused once the plan is paid or being paid: the page then shows the alternatives. */
export function useAbortRegistration() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /register-earner/abort"),
    onSuccess: () => cache.setQueryData(registration.queryKey, null),
    onError: () => cache.invalidateQueries(registration),
  });
}

export function useEndWithRefund() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callWithMessage("POST /register-earner/refund"),
    onSettled: () => cache.invalidateQueries(registration),
  });
}

/** @returns college rows for the server, which takes the logo's id but not its URL */
export function toCollegeEntries<Row extends { college_logo_url: string | null }>(
  rows: readonly Row[],
): Omit<Row, "college_logo_url">[] {
  return rows.map(({ college_logo_url: _, ...entry }) => entry);
}

/** Saves the plan on the server, with the rest of the draft. */
export function useChoosePlan({ typed }: RegistrationView) {
  const { mutate, isPending } = useSaveFormDraft();
  const draft = typed ?? { form: null, texts: {}, channel_category: [], offers: [], visits: [] };
  const choose = (plan: Plan, then: { onChosen: () => void; onFailed: (error: unknown) => void }) =>
    mutate({ ...draft, plan }, { onSuccess: then.onChosen, onError: then.onFailed });
  return { choose, isPending };
}

/** The signed-in user's full profile. */
export const ownProfile = queryOptions({
  queryKey: ["own-profile"],
  gcTime: 0,
  queryFn: ({ signal }) => call("GET /user/profile", {}, signal),
  staleTime: 0,
});
