import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useDeferredMount } from "#lib/idle-queue.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { buttonStyle } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { NotificationPanelProps } from "./notification-list.tsx";
import { useLiveNotifications, useMarkOpened, useUnreadCount } from "./notifications.queries.ts";

/** Loaded when the bell is first pointed at or opened. */
const { Component: LazyPanel, preload } = lazyWithPreload<NotificationPanelProps>(
  async () => (await withOfflineError(import("./notification-list.tsx"))).NotificationPanel,
  () => <Skeleton className="h-[500px] max-h-[calc(100dvh-10rem)]" />,
  { Fallback: LoadError },
);

/** The bell with its number of unread notifications, and their list in a panel below it. */
export function NotificationBell() {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Requested after what the page itself needs.
  const unread = useUnreadCount(useDeferredMount());
  useLiveNotifications();
  useOpenedNotification();

  useEffect(() => {
    if (!isOpen) return;
    // Like the button in the sticky header, where the page's scroll padding would otherwise scroll the page up.
    panel.current?.focus({ preventScroll: true });
    const closeOutside = ({ target }: Event) => {
      // Also not for a click on a toast, which is no part of the page below.
      const isInside =
        target instanceof Element && (root.current?.contains(target) || target.closest("[data-messages]"));
      if (!isInside) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [isOpen]);

  function close(): void {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  }

  return (
    <div ref={root} className="flex sm:relative">
      <button
        ref={button}
        type="button"
        aria-label={unread === 0 ? "Notifications" : `Notifications, ${unreadInWords(unread)} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={() => preload().catch(() => undefined)}
        onClick={() => (isOpen ? close() : setOpen(true))}
        className={buttonStyle("ghost", "icon", "relative")}
      >
        <Bell aria-hidden size={20} />
        {unread > 0 && (
          <span
            aria-hidden
            className="score absolute -top-0.5 -right-1 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 text-on-accent"
          >
            {unreadInWords(unread)}
          </span>
        )}
      </button>
      {isOpen && (
        <section
          ref={panel}
          id={id}
          role="dialog"
          aria-label="Notifications"
          tabIndex={-1}
          onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && close()}
          className="absolute inset-x-2 top-full z-40 mt-2 flex flex-col gap-2 rounded-media border border-line bg-raised p-3 text-text shadow-float outline-none sm:inset-x-auto sm:right-0 sm:w-104"
        >
          <LazyPanel onOpen={() => setOpen(false)} />
        </section>
      )}
    </div>
  );
}

/** @returns '99+' beyond 99 */
function unreadInWords(unread: number): string {
  return unread > 99 ? "99+" : String(unread);
}

/**
 * Marks a notification as read that was opened outside of the list: a page that an email or a push opened has its id in
 * the address. An open page shows what a clicked push is about at the request of `public/push-worker.js`.
 */
export function useOpenedNotification(): void {
  const { mutate: markOpened } = useMarkOpened();
  const router = useRouter();
  const navigate = useNavigate();
  const { notification } = useSearch({ from: "__root__" });

  useEffect(() => {
    if (notification === undefined) return;
    markOpened(notification);
    void navigate({ to: ".", search: ({ notification: _opened, ...search }) => search, hash: true, replace: true });
  }, [notification, markOpened, navigate]);

  useEffect(() => {
    const onMessage = ({ data, ports }: MessageEvent) => {
      if (data?.type !== "open-notification") return;
      ports[0]?.postMessage("opened");
      if (data.id !== null) markOpened(data.id);
      router.history.push(String(data.href));
    };
    navigator.serviceWorker?.addEventListener("message", onMessage);
    return () => navigator.serviceWorker?.removeEventListener("message", onMessage);
  }, [markOpened, router]);
}
