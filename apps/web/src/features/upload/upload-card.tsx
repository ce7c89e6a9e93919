import { CircleCheck, CircleX, Pause, Play, RotateCcw, Trash2, WifiOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { bytes, timeLeft } from "#lib/format.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { isUploading, isUseless, secondsLeft, sentPercent, type UploadState } from "./upload-state.ts";
import type { UploadControl } from "./use-upload.ts";

type Step = { label: string; Icon: typeof Play; pauses: boolean };

const STEPS: Partial<Record<UploadState["phase"], Step>> = {
  sending: { label: "Pause", Icon: Pause, pauses: true },
  paused: { label: "Resume", Icon: Play, pauses: false },
  waiting: { label: "Try now", Icon: Play, pauses: false },
  stopped: { label: "Retry", Icon: RotateCcw, pauses: false },
};

/** Progress of the upload, with its controls. */
export function UploadCard({ type, state, pause, resume, cancel }: UploadControl) {
  const percent = sentPercent(state);
  const step = STEPS[state.phase];
  return (
    <section aria-label="Upload" className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 font-semibold break-words">{state.fileName}</h2>
        <span className="score text-2xl whitespace-nowrap">{percent}%</span>
      </div>
      <ProgressBar label="Upload" percent={percent} valueText={`${percent}%`} />
      <UploadFacts type={type} state={state} />
      {state.fault !== null && <FieldError>{state.fault}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {step && (
          // One button for all steps, so that a press keeps the focus.
          <Button variant={step === STEPS.sending ? "secondary" : "primary"} onClick={step.pauses ? pause : resume}>
            <step.Icon aria-hidden size={18} />
            {step.label}
          </Button>
        )}
        <CancelButton state={state} onCancel={cancel} />
      </div>
    </section>
  );
}

type FactsProps = Pick<UploadControl, "type" | "state">;

function UploadFacts({ type, state }: FactsProps) {
  const { sentBytes, sizeBytes, speed } = state;
  if (isUploading(state)) {
    const leftS = state.phase === "sending" ? secondsLeft(speed, sizeBytes - sentBytes) : null;
    return (
      <div className="flex flex-col gap-1 text-sm">
        <p className="score flex flex-wrap gap-x-3 text-base text-muted">
          <span>
            {bytes(sentBytes)} of {bytes(sizeBytes)}
          </span>
          {speed.bytesPerS !== null && <span>{bytes(speed.bytesPerS)}/s</span>}
          {leftS !== null && <span>{timeLeft(leftS)}</span>}
        </p>
        {state.phase === "waiting" && (
          <Line icon={<WifiOff aria-hidden size={18} className="text-clay" />}>
            Connection lost. The upload resumes when you're back online.
          </Line>
        )}
        {state.phase === "paused" && <Line icon={<Pause aria-hidden size={18} />}>Paused.</Line>}
      </div>
    );
  }
  if (state.phase === "arrived") return <Line icon={<Spinner size={18} />}>Upload complete. Checking the file…</Line>;
  if (state.phase === "checked") return <CheckedFacts type={type} state={state} />;
  const icon = <CircleX aria-hidden size={18} className="text-error" />;
  return <Line icon={icon}>{state.phase === "refused" ? "This file cannot be used." : "The upload stopped."}</Line>;
}

function CheckedFacts({ type, state: { processing, warning } }: FactsProps) {
  return (
    <div className="flex flex-col gap-3">
      <Line icon={<CircleCheck aria-hidden size={18} className="text-good" />}>
        Upload complete. The {TYPE_WORDS[type].name} can be published.
      </Line>
      {warning !== null && <Notice tone="warning">{warning}</Notice>}
      {processing?.state === "processing" && (
        <p className="text-sm text-muted">
          Processing has started: <span className="score text-base whitespace-nowrap">{processing.progress}%</span>
        </p>
      )}
      {processing?.state === "ready" && (
        <p className="text-sm text-muted">
          Processing is complete.{" "}
          {type === "video"
            ? "The video plays as soon as you publish it."
            : "The document can be read as soon as you publish it."}
        </p>
      )}
    </div>
  );
}

/** Announces changes of state to screen readers, but not the running numbers. */
function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      {icon}
      <span>{children}</span>
    </p>
  );
}

function CancelButton({ state, onCancel }: { state: UploadState; onCancel: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const isOver = isUseless(state);
  return (
    <>
      <Button
        variant={isOver ? "primary" : "ghost"}
        disabled={state.publish === "sending"}
        onClick={() => (isOver ? onCancel() : setAsking(true))}
      >
        {!isOver && <Trash2 aria-hidden size={18} />}
        {isOver ? "Choose another file" : "Cancel"}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title="Cancel this upload?"
        description={`The uploaded part of ${state.fileName} will be deleted. The file on your device stays.`}
        confirmLabel="Cancel the upload"
        cancelLabel="Keep uploading"
        isDanger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onCancel();
        }}
      />
    </>
  );
}
