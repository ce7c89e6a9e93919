import type { Plan } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import { earnerRoutes } from "@app/contract/earners";
import type { RegistrationView, TypedFormView } from "@app/contract/registration";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage, renew } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { getUser } from "#lib/session.ts";

const KEY = "fieldhouse.own-registration";

const UNDER_WAY_EVERY_MS = 3_000;

/**
 * Where the sign-up or the upgrade stands, with what was entered so far; null for a visitor who has begun none, or whose
 * time is over. The server keeps it: no storage of the browser holds anything of it.
 */
export const registration = queryOptions({
  queryKey: ["earner-registration"],
  queryFn: ({ signal }) => readRegistration(signal),
  staleTime: 0,
  // The server goes on by itself; nothing tells a page that belongs to nobody yet.
  refetchInterval: ({ state }) => (isUnderWay(state.data) ? UNDER_WAY_EVERY_MS : false),
});

async function readRegistration(signal: AbortSignal): Promise<RegistrationView | null> {
  const view = await call(earnerRoutes.registration, {}, signal).catch(toNone);
  // A payment was confirmed while this page was away: the user card still says General User.
  if (view?.is_upgrade && view.next === "done" && getUser()?.type !== BRAND.name) await renew();
  return view;
}

function isUnderWay(view: RegistrationView | null | undefined): boolean {
  if (!view) return false;
  return view.next === "paying" || view.next === "ending" || view.is_completing;
}

function toNone(error: unknown): null {
  if (error instanceof ApiError && error.kind === "gone") return null;
  throw error;
}

/** Keeps what stands in a form that was not sent yet. The form shows it again even before the server has it. */
export function useSaveFormDraft() {
  const cache = useQueryClient();
  const hold = (typed: TypedFormView) => {
    cache.setQueryData(registration.queryKey, (held) => held && { ...held, plan: typed.plan ?? held.plan, typed });
  };
  return useMutation({
    mutationFn: ({ offers, visits, ...typed }: TypedFormView) =>
      call(earnerRoutes.saveTyped, {
        body: { ...typed, offers: toCollegeEntries(offers), visits: toCollegeEntries(visits) },
      }),
    onMutate: hold,
    onSuccess: (_, typed) => hold(typed),
  });
}

/** Refused once the plan is paid or at the bank: then the page shows what can be done instead. */
export function useAbortRegistration() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(earnerRoutes.abortRegistration),
    onSuccess: () => cache.setQueryData(registration.queryKey, null),
    onError: () => cache.invalidateQueries(registration),
  });
}

export function useEndWithRefund() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callWithMessage(earnerRoutes.endWithRefund),
    onSettled: () => cache.invalidateQueries(registration),
  });
}

/** @returns the rows of a list of colleges as they are sent: by the id of the logo, without its address */
export function toCollegeEntries<Row extends { college_logo_url: string | null }>(
  rows: readonly Row[],
): Omit<Row, "college_logo_url">[] {
  return rows.map(({ college_logo_url: _, ...entry }) => entry);
}

/** This tab has begun the sign-up, or its reader has named the address; a reload changes nothing about it. */
export function markOwnRegistration(): void {
  sessionStorage.setItem(KEY, "1");
}

export function isOwnRegistration(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

/** Keeps the plan at the server, beside all that was typed so far. */
export function useChoosePlan({ typed }: RegistrationView) {
  const { mutate, isPending } = useSaveFormDraft();
  const kept = typed ?? { form: null, texts: {}, channel_category: [], offers: [], visits: [] };
  const choose = (plan: Plan, then: { onChosen: () => void; onFailed: (error: unknown) => void }) =>
    mutate({ ...kept, plan }, { onSuccess: then.onChosen, onError: then.onFailed });
  return { choose, isPending };
}
