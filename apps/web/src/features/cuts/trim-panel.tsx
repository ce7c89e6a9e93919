import { findCutFault, type Trim } from "@app/contract/cuts";
import { useEffect, useRef } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useTrim, useUndoTrim } from "./cuts.queries.ts";
import type { Part } from "./part.ts";

type TrimPanelProps = {
  id: string;
  trim: Trim;
  part: Part;
  onFaults: (faults: Partial<Record<keyof Part, string>>) => void;
  /** The whole video is shown again. */
  onWhole: (trim: Trim) => void;
};

/** Shows viewers only a part of the video, or the whole again. */
export function TrimPanel({ id, trim, part, onFaults, onWhole }: TrimPanelProps) {
  const save = useTrim(id);
  const undo = useUndoTrim(id);
  useAnnounceTrimmed(trim.state);
  const isWorking = trim.state === "trimming";

  function start(): void {
    const fault = findCutFault(part, trim.length_s);
    onFaults(fault ? { [fault.field]: fault.message } : {});
    if (fault) return;
    save.mutate(part, { onError: (error) => showFaults(error, onFaults) });
  }

  return (
    <section aria-labelledby="trim-heading" className="flex flex-col items-start gap-4">
      <h2 id="trim-heading" className="title text-2xl">
        Trim
      </h2>
      <p className="text-muted">
        Viewers see only this part of the video. It may begin up to 4 seconds after the start you set. Nothing is
        deleted: you can show the whole video again at any time.
      </p>
      {trim.fault !== null && <Notice tone="error">{trim.fault}</Notice>}
      {isWorking && (
        <p role="status" className="flex items-center gap-2">
          <Spinner /> Trimming… Viewers see the video as before until that is done.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={save.isPending} disabled={isWorking} onClick={start}>
          Trim to this part
        </Button>
        {trim.state !== "whole" && (
          <Button
            variant="secondary"
            busy={undo.isPending}
            onClick={() =>
              undo.mutate(undefined, {
                onSuccess: (whole) => {
                  toast.success("The whole video is back.");
                  onWhole(whole);
                },
                onError: (error) => toast.error(messageOf(error)),
              })
            }
          >
            {isWorking ? "Cancel" : "Show the whole video again"}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Puts what the server refuses at its field. */
export function showFaults(error: unknown, onFaults: TrimPanelProps["onFaults"]): void {
  const { from_s, to_s } = error instanceof ApiError ? error.errors : {};
  if (!from_s && !to_s) toast.error(messageOf(error));
  onFaults({ ...(from_s && { from_s: from_s.join(" ") }), ...(to_s && { to_s: to_s.join(" ") }) });
}

function useAnnounceTrimmed(state: Trim["state"]): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "trimming" && state === "trimmed") toast.success("The video is trimmed.");
    before.current = state;
  }, [state]);
}
