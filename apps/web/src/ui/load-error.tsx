import { MESSAGES } from "@app/contract/errors";
import { RotateCcw } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { Button } from "./button.tsx";

type LoadErrorProps = { error: unknown; onRetry: () => void; isRetrying?: boolean; title?: string };

/** Shown when data failed to load: the message, the request id for support, and Retry. */
export function LoadError({ error, onRetry, isRetrying = false, title = MESSAGES.errorOccurred }: LoadErrorProps) {
  const box = useRef<HTMLDivElement>(null);
  // A successful retry removes the button, so the focus moves to the section around it.
  useLayoutEffect(() => {
    const own = box.current;
    const around = own?.closest<HTMLElement>("section, main");
    return () => {
      if (!around || !own?.contains(document.activeElement)) return;
      around.tabIndex = -1;
      around.focus({ preventScroll: true });
    };
  }, []);
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
    </div>
  );
}
