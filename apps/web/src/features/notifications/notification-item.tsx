import type { Notification } from "@app/contract/notifications";
import { clsx } from "clsx";
import {
  Banknote,
  Circle,
  CircleCheck,
  CreditCard,
  EllipsisVertical,
  Film,
  Scale,
  ShieldCheck,
  Users,
} from "lucide-react";
import { dateInWords, momentInWords } from "#lib/dates.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Link } from "#ui/link.tsx";
import { Menu, MenuItem } from "#ui/menu.tsx";
import { useMarkNotification } from "./notifications.queries.ts";

/** Kinds without a person's picture. */
const ICONS: Partial<Record<Notification["kind"], typeof Film>> = {
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
  return (
    <div className={clsx("relative flex items-start gap-1 rounded-control", !isRead && "bg-lift")}>
      <Link
        href={notification.href}
        onClick={() => {
          if (!isRead) markAs(1);
          onOpen();
        }}
        className="flex min-w-0 grow items-start gap-3 rounded-control p-3 hover:bg-lift focus-visible:-outline-offset-2"
      >
        {Icon ? (
          <span className="flex size-10 shrink-0 items-center justify-center rounded-full border border-line bg-raised">
            <Icon aria-hidden size={20} className="text-muted" />
          </span>
        ) : (
          <Avatar picture={data.profile_url} name={sender} size={40} />
        )}
        <span className="flex min-w-0 flex-col gap-0.5 text-sm">
          <span className={clsx("break-words", !isRead && "font-semibold")}>{message}</span>
          {data.message !== null && <span className="line-clamp-2 break-words text-muted">{data.message}</span>}
          <span className="text-muted">
            {!Icon && `${data.username === null ? sender : `@${sender}`} · `}
            <time dateTime={timestamp} title={momentInWords(timestamp)}>
              {dateInWords(timestamp)}
            </time>
          </span>
        </span>
        {!isRead && (
          <span className="mt-1.5 ml-auto shrink-0">
            <span aria-hidden className="block size-2.5 rounded-full bg-accent" />
            <span className="sr-only">Unread</span>
          </span>
        )}
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
