import type { CaptionCue } from "@app/contract/captions";
import { counted } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import type { ChangeCues } from "./captions-draft.ts";

type CueFaultLineProps = {
  cues: readonly CaptionCue[];
  fault: { index: number; message: string } | null;
  lengthMs: number;
  change: ChangeCues;
  /** Called with the index of the cue that has the fault. */
  onShow: (index: number) => void;
  onDone: (message: string) => void;
};

/** Says below Save why the captions cannot be saved. It is there also without a fault, so that the cues stay in place. */
export function CueFaultLine({ cues, fault, lengthMs, change, onShow, onDone }: CueFaultLineProps) {
  const lateCount = cues.filter(({ start_ms }) => start_ms >= lengthMs).length;
  return (
    <div className="flex min-h-5 w-full flex-wrap items-center gap-3 text-sm touch:min-h-11">
      {fault !== null && (
        <button
          type="button"
          className="text-left font-semibold text-error underline touch:min-h-11"
          onClick={() => onShow(fault.index)}
        >
          Cue {fault.index + 1}: {fault.message}
        </button>
      )}
      {lateCount > 0 && (
        <Button
          variant="secondary"
          size="sm"
          onClick={({ currentTarget }) => {
            change((before) => before.filter(({ start_ms }) => start_ms < lengthMs));
            onDone(`Deleted ${counted(lateCount, "cue")}.`);
            // This button goes. As after the only cue, the focus is on the one that adds another.
            currentTarget.closest("section")?.querySelector("button")?.focus();
          }}
        >
          {lateCount === 1 ? "Delete the cue after the end" : `Delete the ${lateCount} cues after the end`}
        </Button>
      )}
    </div>
  );
}
