import { type ReactNode, useEffect, useRef } from "react";
import { focusIfLost } from "#lib/focus.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { UploadState } from "./upload-state.ts";

type PublishBarProps = {
  publish: UploadState["publish"];
  /** What is said while it waits for what is uploading. */
  waiting: string;
  isDisabled: boolean;
  onEdit: () => void;
  /** Below the button. */
  children: ReactNode;
};

/** The button that publishes, or what it waits for. */
export function PublishBar({ publish, waiting, isDisabled, onEdit, children }: PublishBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const shown = useRef(publish);
  useEffect(() => {
    if (shown.current === publish) return;
    shown.current = publish;
    // The pressed button is gone, and another one in its place.
    focusIfLost(bar.current?.querySelector("button"));
  }, [publish]);
  return (
    <div ref={bar}>
      {publish === "requested" ? (
        <Notice
          tone="good"
          title={waiting}
          action={
            <Button variant="secondary" size="sm" onClick={onEdit}>
              Edit details
            </Button>
          }
        >
          <p role="status">Keep this page open until then.</p>
        </Notice>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <Button type="submit" size="lg" busy={publish === "sending"} disabled={isDisabled}>
            Publish
          </Button>
          {children}
        </div>
      )}
    </div>
  );
}
