import { useNavigate, useSearch } from "@tanstack/react-router";
import { NotificationTabs } from "#features/notifications/notification-list.tsx";
import { VisitorPrompt } from "#flows/auth/visitor-prompt.tsx";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";

/** The whole list of notifications; visitors are asked to join. */
export function NotificationPage() {
  const user = useUser();
  useTitle("Notifications");
  return (
    <section className="column flex min-h-[60vh] max-w-3xl flex-col gap-5 py-8 sm:py-12">
      <h1 className="page-title">Notifications</h1>
      {user ? <Notifications /> : <VisitorPrompt>Sign in to see your notifications.</VisitorPrompt>}
    </section>
  );
}

/** The address has the tab, so that Back from a notification leads to it again. */
function Notifications() {
  const { tab } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  return (
    <NotificationTabs
      filter={tab === "unread" ? "unread" : "all"}
      onFilter={(chosen) => void navigate({ to: ".", search: { tab: chosen }, replace: true, resetScroll: false })}
    />
  );
}
