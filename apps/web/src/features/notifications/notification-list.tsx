import type { Notification } from "@app/contract/notifications";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import {
  Banknote,
  CheckCheck,
  Circle,
  CircleCheck,
  CreditCard,
  EllipsisVertical,
  Film,
  type LucideIcon,
  Scale,
  ShieldCheck,
  Users,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { dateInWords, momentInWords } from "#lib/dates.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { LoadMore, useInfiniteScroll, useScrollRestoration } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Menu, MenuItem } from "#ui/menu.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";
import {
  type NotificationFilter,
  notificationList,
  useForgetLaterPages,
  useMarkAllRead,
  useMarkNotification,
  useUnreadCount,
} from "./notifications.queries.ts";

/** As specified: the next page is requested this long after the last scroll to the end. */
const NEXT_PAGE_DELAY_MS = 1_500;
const PLACEHOLDERS = [1, 2, 3, 4];

type NotificationTabsProps = {
  filter: NotificationFilter;
  onFilter: (filter: NotificationFilter) => void;
  /** For the scrolling list; without it the page scrolls. */
  listClassName?: string;
  onOpen?: () => void;
};

/** All notifications, or the unread ones, with a button that marks all of them as read. */
export function NotificationTabs(props: NotificationTabsProps) {
  const { filter, onFilter, listClassName, onOpen = () => undefined } = props;
  const markAll = useMarkAllRead();
  const unread = useUnreadCount();
  useForgetLaterPages();
  const List = listClassName === undefined ? PageList : NotificationList;
  const list = (shown: NotificationFilter) => <List filter={shown} className={listClassName} onOpen={onOpen} />;
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="ghost"
        size="sm"
        className="self-end"
        busy={markAll.isPending}
        disabled={unread === 0}
        onClick={() => markAll.mutate()}
      >
        <CheckCheck aria-hidden size={18} />
        Mark all as read
      </Button>
      <Tabs
        label="Notifications"
        value={filter}
        onChange={onFilter}
        tabs={[
          { value: "all", label: "All", content: list("all") },
          { value: "unread", label: "Unread", content: list("unread") },
        ]}
      />
    </div>
  );
}

export type NotificationPanelProps = {
  /** A notification, or the whole list, was opened. */
  onOpen: () => void;
};

/** What the bell opens. */
export function NotificationPanel({ onOpen }: NotificationPanelProps) {
  const [filter, setFilter] = useState<NotificationFilter>("all");
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
        filter={filter}
        onFilter={setFilter}
        listClassName="h-[500px] max-h-[calc(100dvh-15rem)] overflow-y-auto overscroll-contain"
        onOpen={onOpen}
      />
    </>
  );
}

type NotificationListProps = { filter: NotificationFilter; className?: string | undefined; onOpen: () => void };

/** A list that the page scrolls has its pages and position again after the browser's Back button. */
function PageList(props: NotificationListProps) {
  useScrollRestoration(`notifications.${props.filter}`, useInfiniteQuery(notificationList(props.filter)));
  return <NotificationList {...props} />;
}

function NotificationList({ filter, className, onOpen }: NotificationListProps) {
  const list = useInfiniteQuery(notificationList(filter));
  const element = useRef<HTMLUListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useInfiniteScroll(element, list.hasNextPage && !list.isFetching && !list.isFetchNextPageError, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void list.fetchNextPage(), NEXT_PAGE_DELAY_MS);
  });

  if (list.isPending)
    return (
      <div role="status" className={clsx("flex flex-col gap-2", className)}>
        <span className="sr-only">Loading notifications</span>
        {PLACEHOLDERS.map((row) => (
          <Skeleton key={row} className="h-16 rounded-control" />
        ))}
      </div>
    );
  if (!list.data)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  const all = list.data.pages.flatMap((page) => page.notifications);
  // One that moved to a later page between two requests is returned twice.
  const shown = [...new Map(all.map((one) => [one.notification_id, one])).values()];
  if (shown.length === 0)
    return <p className={clsx("p-6 text-center text-muted", className)}>Sorry, no notifications found</p>;
  return (
    <div className={clsx("flex flex-col gap-2 pb-2", className)}>
      <ul ref={element} aria-label="Notifications" className="flex flex-col gap-1">
        {shown.map((notification) => (
          <li key={notification.notification_id} ref={passFocusOn}>
            <NotificationItem notification={notification} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} items={element} />
    </div>
  );
}

/** Kinds without a person's picture. */
const ICONS: Partial<Record<Notification["kind"], LucideIcon>> = {
  processing: Film,
  referral_joined: Users,
  referral_earned: Banknote,
  payout: Banknote,
  billing: CreditCard,
  security: ShieldCheck,
  moderation: Scale,
};

type NotificationItemProps = { notification: Notification; onOpen: () => void };

/** One notification: a link to what it is about, and a menu to mark it. */
export function NotificationItem({ notification, onOpen }: NotificationItemProps) {
  const mark = useMarkNotification();
  const { notification_id: id, data, timestamp } = notification;
  const isRead = notification.notification_is_read === 1;
  const message = notification.notification_message || "No message";
  const Icon = ICONS[notification.kind];
  const sender = data.username ?? "Unknown User";
  const markAs = (status: 0 | 1) => mark.mutate({ id, status });
  const markOpened = () => {
    if (!isRead) markAs(1);
  };
  return (
    <div className={clsx("relative flex items-start gap-1 rounded-control", !isRead && "bg-lift")}>
      <Link
        href={notification.href}
        onClick={() => {
          markOpened();
          onOpen();
        }}
        // The middle button opens it in another tab.
        onAuxClick={({ button }) => button === 1 && markOpened()}
        className="flex min-w-0 grow items-start gap-3 rounded-control p-3 hover:bg-lift focus-visible:-outline-offset-2"
      >
        {Icon ? <RoundIcon icon={Icon} /> : <Avatar picture={data.profile_url} name={sender} size={40} />}
        <span className="flex min-w-0 flex-col gap-0.5 text-sm">
          <span className={clsx("break-words", !isRead && "font-semibold")}>{message}</span>
          {data.message !== null && (
            <span dir="auto" className="line-clamp-2 break-words text-muted">
              {data.message}
            </span>
          )}
          <span className="text-muted">
            {!Icon && `${data.username === null ? sender : `@${sender}`} · `}
            <time dateTime={timestamp} title={momentInWords(timestamp)}>
              {dateInWords(timestamp)}
            </time>
          </span>
        </span>
        <UnreadDot isShown={!isRead} />
      </Link>
      <Menu
        label="Notification"
        trigger={(props) => (
          <button
            {...props}
            aria-label={`Actions for: ${message}`}
            className="mt-2 mr-1 flex size-8 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-text touch:size-11"
          >
            <EllipsisVertical aria-hidden size={18} />
          </button>
        )}
      >
        <MenuItem
          icon={isRead ? <Circle aria-hidden size={18} /> : <CircleCheck aria-hidden size={18} />}
          onSelect={() => markAs(isRead ? 0 : 1)}
        >
          {isRead ? "Mark as Unread" : "Mark as Read"}
        </MenuItem>
      </Menu>
    </div>
  );
}

function RoundIcon({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="flex size-10 shrink-0 items-center justify-center rounded-full border border-line bg-raised">
      <Icon aria-hidden size={20} className="text-muted" />
    </span>
  );
}

function UnreadDot({ isShown }: { isShown: boolean }) {
  if (!isShown) return null;
  return (
    <span className="mt-1.5 ml-auto shrink-0">
      <span aria-hidden className="block size-2.5 rounded-full bg-accent" />
      <span className="sr-only">Unread</span>
    </span>
  );
}
