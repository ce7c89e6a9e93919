import type { CommentId } from "@app/contract/ids";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { LoadError } from "#ui/load-error.tsx";
import type { CommentSectionProps } from "./comment-section.tsx";
import { CommentSkeleton } from "./comment-skeleton.tsx";

const { Component: LazySection } = lazyWithPreload<CommentSectionProps>(
  async () => (await withOfflineError(import("./comment-section.tsx"))).CommentSection,
  () => <CommentSkeleton />,
  { Fallback: LoadError },
);

/** Once somebody scrolls, the comments load this far before they come into view. */
const MARGIN_PX = 600;

/** The colon may be escaped. */
const COMMENT_HASH = /^comment(?::|%3A)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** @returns the comment that a link such as `/video/…/#comment:{id}` leads to */
function readCommentHash(hash: string): CommentId | null {
  return (COMMENT_HASH.exec(hash)?.[1] ?? null) as CommentId | null;
}

/**
 * The comments on an item. They load when they come into view, a little earlier for somebody who scrolls, or at once for
 * a link to one: whoever came to watch downloads neither them nor their code.
 */
export function CommentsBelow(props: Omit<CommentSectionProps, "focusId">) {
  const hash = useLocation({ select: (location) => location.hash });
  const element = useRef<HTMLElement>(null);
  const [hasScrolled, setScrolled] = useState(false);
  const focusId = readCommentHash(hash);
  const [isWanted, setWanted] = useState(focusId !== null);
  // Once shown they stay, also when a link to a deleted comment is taken out of the address.
  if (focusId !== null && !isWanted) setWanted(true);
  useEffect(() => {
    const note = () => setScrolled(true);
    addEventListener("scroll", note, { once: true, passive: true });
    return () => removeEventListener("scroll", note);
  }, []);
  useEffect(() => {
    if (isWanted || element.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setWanted(true), {
      rootMargin: `${hasScrolled ? MARGIN_PX : 0}px`,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isWanted, hasScrolled]);
  return (
    <section ref={element} aria-label="Comments" className="min-h-64">
      {isWanted ? <LazySection {...props} focusId={focusId} /> : <CommentSkeleton isLoading={false} />}
    </section>
  );
}
