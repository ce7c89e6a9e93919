import { Link } from "#ui/link.tsx";
import { NotificationTabs } from "./notification-list.tsx";

export type NotificationPanelProps = {
  /** A notification, or the whole list, was opened. */
  onOpen: () => void;
};

/** What the bell opens. */
export function NotificationPanel({ onOpen }: NotificationPanelProps) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h2 className="title text-2xl">Notifications</h2>
        <Link
          href="/notification/"
          className="inline-flex min-h-6 items-center text-sm font-semibold text-accent underline touch:min-h-11"
          onClick={onOpen}
        >
          See all
        </Link>
      </div>
      <NotificationTabs
        listClassName="h-[500px] max-h-[calc(100dvh-15rem)] overflow-y-auto overscroll-contain"
        onOpen={onOpen}
      />
    </>
  );
}
