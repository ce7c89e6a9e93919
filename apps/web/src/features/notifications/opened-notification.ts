import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMarkOpened } from "./notifications.queries.ts";

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
