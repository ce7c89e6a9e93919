import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { focusOnMount } from "#lib/focus.ts";

type NoticeTone = "info" | "good" | "warning" | "error";

const LOOK = {
  info: { Icon: Info, edge: "border-edge", icon: "text-text" },
  good: { Icon: CircleCheck, edge: "border-good", icon: "text-good" },
  warning: { Icon: TriangleAlert, edge: "border-clay", icon: "text-clay" },
  error: { Icon: CircleAlert, edge: "border-error", icon: "text-error" },
} as const;

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A message within the page. Errors are announced. */
export function Notice({ tone = "info", title, action, className, children }: NoticeProps) {
  const { Icon, edge, icon } = LOOK[tone];
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={clsx("flex gap-3 rounded-control border-l-4 bg-raised p-4 text-sm", edge, className)}
    >
      <Icon aria-hidden size={20} className={clsx("shrink-0", icon)} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  );
}

/** Replaces a submitted form and takes the focus, because the button that had it is gone. */
export function SentNotice({ title, children }: Pick<NoticeProps, "title" | "children">) {
  return (
    <div ref={focusOnMount} role="status" tabIndex={-1} className="rounded-control outline-none">
      <Notice tone="good" title={title}>
        {children}
      </Notice>
    </div>
  );
}
