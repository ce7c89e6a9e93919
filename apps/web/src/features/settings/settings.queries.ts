import type { DeliverySettings, NotificationSetting, PrivacyView, preferenceRoutes } from "@app/contract/preferences";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { call, callWithMessage } from "#lib/api.ts";
import { useLive } from "#lib/live.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { useOptimistic } from "#lib/optimistic.ts";

export const twoFactor = queryOptions({
  queryKey: ["two-factor"],
  queryFn: ({ signal }) => call("GET /two-factor", {}, signal),
  staleTime: 0,
});

export const devices = queryOptions({
  queryKey: ["devices"],
  queryFn: ({ signal }) => call("GET /devices", {}, signal),
  // Another device may have signed in or out since the last visit.
  staleTime: 0,
});

/** The requested but unconfirmed new address, or null. */
export const pendingEmail = queryOptions({
  queryKey: ["pending-email"],
  queryFn: ({ signal }) => call("GET /change-email", {}, signal),
  staleTime: 0,
});

/** The statement of the current month: it ends with the balances of today. */
export const currentStatement = queryOptions({
  queryKey: ["current-statement"],
  queryFn: ({ signal }) => call("GET /earnings-statement", {}, signal),
  staleTime: 0,
  meta: liveMeta("earnings.changed"),
});

export const notificationSettings = queryOptions({
  queryKey: ["notification-settings"],
  queryFn: ({ signal }) => call("GET /notification-settings", {}, signal),
  staleTime: 0,
});

export const privacySettings = queryOptions({
  queryKey: ["privacy-settings"],
  queryFn: ({ signal }) => call("GET /privacy-settings", {}, signal),
  staleTime: 0,
});

export const deliverySettings = queryOptions({
  queryKey: ["delivery-settings"],
  queryFn: ({ signal }) => call("GET /delivery-settings", {}, signal),
  staleTime: 0,
});

type NotificationChange = Pick<NotificationSetting, "kind"> &
  Partial<Pick<NotificationSetting, "bell" | "email" | "push">>;

export function useSetNotification() {
  const { queryKey } = notificationSettings;
  const { options, show, confirm } = useOptimistic<NotificationSetting[]>(queryKey, queryKey);
  return useMutation({
    ...options,
    mutationFn: (body: NotificationChange) => call("POST /notification-settings", { body }),
    onMutate: (change) =>
      show((settings) =>
        settings.map((setting) => (setting.kind === change.kind ? { ...setting, ...change } : setting)),
      ),
    onSuccess: confirm,
  });
}

type DeliveryChanges = Partial<Omit<DeliverySettings, "time_zone"> & { time_zone: string }>;

export function useSetDeliveries() {
  const { queryKey } = deliverySettings;
  const { options, show, confirm } = useOptimistic<DeliverySettings>(queryKey, queryKey);
  return useMutation({
    ...options,
    mutationFn: (body: DeliveryChanges) => call("POST /delivery-settings", { body }),
    onMutate: (changes) => show((current) => ({ ...current, ...changes })),
    onSuccess: confirm,
  });
}

type PrivacyChanges = z.input<typeof preferenceRoutes.setPrivacy.body>;

export function useSetPrivacy() {
  const { queryKey } = privacySettings;
  const { options, show, confirm } = useOptimistic<PrivacyView>(queryKey, queryKey);
  return useMutation({
    ...options,
    mutationFn: (body: PrivacyChanges) => call("POST /privacy-settings", { body }),
    onMutate: (changes) => show((current) => withChanges(current, changes)),
    onSuccess: confirm,
  });
}

function withChanges(
  current: PrivacyView,
  { is_hidden_from_lists, keeps_history, ...choices }: PrivacyChanges,
): PrivacyView {
  const chosen = Object.entries(choices).flatMap(([name, value]) =>
    typeof value === "boolean" ? [[name, { value, by_age: false }]] : [],
  );
  return {
    ...current,
    ...(is_hidden_from_lists === undefined ? {} : { is_hidden_from_lists }),
    ...(keeps_history === undefined ? {} : { keeps_history }),
    ...Object.fromEntries(chosen),
  };
}

export function useChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => callWithMessage("POST /change-email", { body }),
    onSuccess: () => cache.invalidateQueries(pendingEmail),
  });
}

export function useCancelChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callWithMessage("POST /cancel-change-email"),
    onSuccess: () => cache.setQueryData(pendingEmail.queryKey, null),
  });
}

/** Refreshes the list when a device signs in or out elsewhere. */
export function useLiveDevices(): void {
  const cache = useQueryClient();
  useLive("devices.changed", () => void cache.invalidateQueries(devices));
}

export function useRemoveDevice() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callWithMessage("POST /devices/remove/:id", { params: { id } }),
    // Also after an error: the device may already be gone.
    onSettled: () => cache.invalidateQueries(devices),
  });
}

export function useRemoveOtherDevices() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callWithMessage("POST /devices/remove-others"),
    onSettled: () => cache.invalidateQueries(devices),
  });
}
