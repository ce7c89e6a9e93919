import { type NotificationSetting, type PrivacyView, preferenceRoutes } from "@app/contract/preferences";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";

export const notificationSettings = queryOptions({
  queryKey: ["notification-settings"],
  queryFn: ({ signal }) => call(preferenceRoutes.notifications, {}, signal),
  staleTime: 0,
});

export const privacySettings = queryOptions({
  queryKey: ["privacy-settings"],
  queryFn: ({ signal }) => call(preferenceRoutes.privacy, {}, signal),
  staleTime: 0,
});

type Switched = Pick<NotificationSetting, "kind" | "bell" | "email">;

/** The switch moves at once; one after the other, so that the last wish wins; a refusal puts it back. */
export function useSetNotification() {
  const cache = useQueryClient();
  const { queryKey } = notificationSettings;
  return useMutation({
    scope: { id: "notification-settings" },
    mutationFn: (body: Switched) => call(preferenceRoutes.setNotification, { body }),
    onMutate: (switched) =>
      cache.setQueryData(queryKey, (known) =>
        known?.map((setting) => (setting.kind === switched.kind ? { ...setting, ...switched } : setting)),
      ),
    onError: (error) => {
      toast.error(messageOf(error));
      void cache.invalidateQueries(notificationSettings);
    },
  });
}

type PrivacyChanges = z.input<(typeof preferenceRoutes)["setPrivacy"]["body"]>;

export function useSetPrivacy() {
  const cache = useQueryClient();
  const { queryKey } = privacySettings;
  return useMutation({
    scope: { id: "privacy-settings" },
    mutationFn: (body: PrivacyChanges) => call(preferenceRoutes.setPrivacy, { body }),
    onMutate: (changes) => cache.setQueryData(queryKey, (known) => known && withChanges(known, changes)),
    onSuccess: (kept) => cache.setQueryData(queryKey, kept),
    onError: (error) => {
      toast.error(messageOf(error));
      void cache.invalidateQueries(privacySettings);
    },
  });
}

function withChanges(known: PrivacyView, { is_hidden_from_lists, ...choices }: PrivacyChanges): PrivacyView {
  const chosen = Object.entries(choices).flatMap(([name, value]) =>
    typeof value === "boolean" ? [[name, { value, by_age: false }]] : [],
  );
  return {
    ...known,
    ...(is_hidden_from_lists === undefined ? {} : { is_hidden_from_lists }),
    ...Object.fromEntries(chosen),
  };
}
