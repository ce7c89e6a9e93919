import type { CommentReply } from "@app/contract/comments";
import type { CommentId } from "@app/contract/ids";
import { useEffect, useRef, useState } from "react";
import { Button, type ButtonProps } from "#ui/button.tsx";
import { commentElementId } from "./comment-item.tsx";

type ShowMoreProps = {
  label: string;
  variant: NonNullable<ButtonProps["variant"]>;
  className: string;
  /** There is more to show. */
  isShown: boolean;
  /** @returns the first comment that was added; null if it failed */
  onShow: () => Promise<CommentId | null>;
};

/** Shows more comments. The first of them takes the focus, because the button goes with the last ones. */
export function ShowMore({ label, isShown, onShow, ...look }: ShowMoreProps) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** The comment that takes the focus once it is on the page. */
  const next = useRef<CommentId | null>(null);
  useEffect(() => {
    const element = next.current && document.getElementById(commentElementId(next.current));
    if (!element) return;
    next.current = null;
    if ([button.current, document.body].includes(document.activeElement as HTMLElement))
      element.focus({ preventScroll: true });
  });
  async function show(): Promise<void> {
    setBusy(true);
    next.current = await onShow();
    setBusy(false);
  }
  if (!isShown) return null;
  return (
    <Button ref={button} size="sm" busy={isBusy} onClick={() => void show()} {...look}>
      {label}
    </Button>
  );
}

/** @returns the first one that can take the focus */
export function firstOf(comments: readonly CommentReply[] = []): CommentId | null {
  return comments.find(({ text }) => text !== null)?.id ?? null;
}
