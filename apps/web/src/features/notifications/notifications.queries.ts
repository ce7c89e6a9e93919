import type { NotificationId } from "@app/contract/ids";
import type { Notification, notificationRoutes } from "@app/contract/notifications";
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { z } from "zod";
import { call, callWithMessage } from "#lib/api.ts";
import { useLive } from "#lib/live.ts";
import { isLoadingMore } from "#lib/live-queries.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";

export type NotificationFilter = "all" | "unread";

type Page = z.output<(typeof notificationRoutes)["list"]["data"]>;

const KEY = ["notifications"] as const;
/** As specified for incoming notifications. */
const INCOMING_DELAY_MS = 200;
const SOMETHING_WRONG = "Something went wrong.";

export function notificationList(filter: NotificationFilter) {
  return infiniteQueryOptions({
    queryKey: [...KEY, filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { filter, ...(pageParam !== undefined && { cursor: pageParam }) };
      const page = await call("GET /notifications", { query }, signal);
      if (page.needs_time_zone) setTimeZone();
      return page;
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
  });
}

let isTimeZoneSent = false;

/** Once for each account, so that digests come in the morning of where the person is. Settings can change it. */
function setTimeZone(): void {
  if (isTimeZoneSent) return;
  isTimeZoneSent = true;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // A browser's zone that the server does not know, or a lost connection: until it is set, the platform's counts.
  call("POST /delivery-settings", { body: { time_zone: timeZone } }).catch(() => undefined);
}

/** @returns how many notifications are unread, counted up to 100 */
export function useUnreadCount(isEnabled = true): number {
  return useInfiniteQuery({ ...notificationList("all"), enabled: isEnabled }).data?.pages[0]?.unread ?? 0;
}

/** Fetches notifications again when they change, here or on another device. */
export function useLiveNotifications(): void {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refreshSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const isLoading = cache.getQueryCache().findAll({ queryKey: KEY }).some(isLoadingMore);
      if (isLoading) refreshSoon();
      else void cache.invalidateQueries({ queryKey: KEY });
    }, INCOMING_DELAY_MS);
  };
  useLive("notifications.changed", refreshSoon);
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** The page's and the bell's, which show the same pages. */
let openLists = 0;

/** When the last list closes, the first page is kept and the others are forgotten: every change fetches what is kept. */
export function useForgetLaterPages(): void {
  const cache = useQueryClient();
  useEffect(() => {
    openLists += 1;
    return () => {
      openLists -= 1;
      if (openLists > 0) return;
      cache.setQueriesData<InfiniteData<Page>>({ queryKey: KEY }, (data) => data && firstPage(data));
    };
  }, [cache]);
}

function firstPage({ pages, pageParams }: InfiniteData<Page>): InfiniteData<Page> {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

type Mark = { id: NotificationId; status: 0 | 1 };

/** Sends the clicks one after another, so that the last one wins. */
const MARKS = { id: "mark-notification" };

/** Optimistic. */
export function useMarkNotification() {
  const cache = useQueryClient();
  return useMutation({
    scope: MARKS,
    mutationFn: ({ id, status }: Mark) => call("PATCH /notifications/:id", { params: { id }, body: { id, status } }),
    onMutate: async ({ id, status }) => {
      await cache.cancelQueries({ queryKey: KEY });
      cache.setQueriesData<InfiniteData<Page>>({ queryKey: KEY }, (data) => data && withMark(data, id, status));
    },
    onError: (_, { id, status }) => {
      toast.error(SOMETHING_WRONG);
      // At once, because without a connection nothing can be fetched.
      const before = status === 1 ? 0 : 1;
      cache.setQueriesData<InfiniteData<Page>>({ queryKey: KEY }, (data) => data && withMark(data, id, before));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

/** For one that was opened outside of the list. It may be gone by now; the reader cannot do anything about that. */
export function useMarkOpened() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("PATCH /notifications/:id", { params: { id }, body: { status: 1 } }),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

function withMark(data: InfiniteData<Page>, id: NotificationId, status: 0 | 1): InfiniteData<Page> {
  const before = data.pages.flatMap((page) => page.notifications).find((one) => one.notification_id === id);
  const change = before === undefined || before.notification_is_read === status ? 0 : status === 1 ? -1 : 1;
  const apply = (one: Notification) => (one.notification_id === id ? { ...one, notification_is_read: status } : one);
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      unread: Math.max(0, page.unread + change),
      notifications: page.notifications.map(apply),
    })),
  };
}

/** In the same scope: it must not overtake a click on one notification. */
export function useMarkAllRead() {
  const cache = useQueryClient();
  return useMutation({
    scope: MARKS,
    mutationFn: () => callWithMessage("POST /notifications/mark-all-read"),
    onSuccess: ({ message }) => toast.success(message),
    onError: () => toast.error(SOMETHING_WRONG),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}
