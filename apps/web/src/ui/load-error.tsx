import { MESSAGES } from "@app/contract/errors";
import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { contentItem } from "#lib/queries.ts";
import { Button } from "./button.tsx";

type LoadErrorProps = { error: unknown; onRetry: () => void; isRetrying?: boolean; title?: string };

/** Shown when data, or code, failed to load: the message, the request id for support, and Retry. */
export function LoadError({ error, onRetry, isRetrying = false, title = MESSAGES.errorOccurred }: LoadErrorProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusAround(box);
  const requestId = error instanceof ApiError ? error.requestId : "";
  return (
    <div ref={box} role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <p className="text-lg font-semibold">{title}</p>
      <p className="text-muted">{messageOf(error)}</p>
      {requestId && <p className="text-xs text-muted">Reference for support: {requestId}</p>}
      <Button variant="secondary" busy={isRetrying} onClick={onRetry}>
        {!isRetrying && <RotateCcw aria-hidden size={18} />}
        Retry
      </Button>
      {/* A page that was left open during a deployment finds its own code no more. */}
      {!(error instanceof ApiError) && (
        <Button variant="ghost" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      )}
    </div>
  );
}

type ImageErrorProps = {
  contentId: string;
  /** What the image shows, such as `page`. */
  what: string;
  /** Draws it again. */
  onRetry: () => void;
};

/** Over the place of an image of an item that failed to load. Its URL may be out of date, so Retry requests the item too. */
export function ImageError({ contentId, what, onRetry }: ImageErrorProps) {
  const cache = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const [isRetrying, setRetrying] = useState(false);
  useFocusAround(box);
  async function retry(): Promise<void> {
    setRetrying(true);
    await cache.invalidateQueries({ queryKey: contentItem(contentId).queryKey });
    setRetrying(false);
    onRetry();
  }
  return (
    <div ref={box} role="alert" className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4">
      <p className="font-semibold">This {what} could not be loaded.</p>
      <Button variant="secondary" busy={isRetrying} onClick={() => void retry()}>
        Retry
      </Button>
    </div>
  );
}

/** A successful retry removes the button, so the focus moves to the section around it. */
function useFocusAround(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = box.current;
    const around = own?.closest<HTMLElement>("section, main");
    return () => {
      if (!around || !own?.contains(document.activeElement)) return;
      around.tabIndex = -1;
      around.focus({ preventScroll: true });
    };
  }, [box]);
}
