import { CAPTIONS_MESSAGES, type CaptionCue } from "@app/contract/captions";
import { counted, cutText, timeCode } from "#lib/format.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

const SHOWN = 4;
const SHOWN_CHARS = 80;

type CaptionsConflictProps = {
  mine: readonly CaptionCue[];
  theirs: readonly CaptionCue[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Shows what another tab or person saved meanwhile, and lets one choose. */
export function CaptionsConflict({ mine, theirs, onKeepMine, onTakeTheirs }: CaptionsConflictProps) {
  return (
    <div ref={passFocusOn}>
      <Notice
        tone="warning"
        title={<span role="alert">{CAPTIONS_MESSAGES.changed}</span>}
        action={
          <span className="flex flex-wrap gap-3">
            <Button variant="secondary" size="sm" onClick={onKeepMine}>
              Keep mine
            </Button>
            <Button variant="ghost" size="sm" onClick={onTakeTheirs}>
              Take theirs
            </Button>
          </span>
        }
      >
        <p>
          Your version is still here. If you keep it, saving replaces the other one. If you take the other one, yours is
          lost.
        </p>
        <OnlyIn label="Only in theirs" cues={theirs} others={mine} />
        <OnlyIn label="Only in yours" cues={mine} others={theirs} />
      </Notice>
    </div>
  );
}

type OnlyInProps = { label: string; cues: readonly CaptionCue[]; others: readonly CaptionCue[] };

function OnlyIn({ label, cues, others }: OnlyInProps) {
  const known = new Set(others.map(keyOf));
  const only = cues.filter((cue) => !known.has(keyOf(cue)));
  if (only.length === 0) return null;
  return (
    <div className="mt-3">
      <p className="font-semibold">{label}</p>
      <ul aria-label={label}>
        {only.slice(0, SHOWN).map((cue) => (
          <li key={keyOf(cue)} className="wrap-anywhere">
            <span className="score text-muted">
              {timeCode(cue.start_ms)}–{timeCode(cue.end_ms)}
            </span>{" "}
            {cutText(cue.text, SHOWN_CHARS)}
          </li>
        ))}
      </ul>
      {only.length > SHOWN && <p className="text-muted">And {counted(only.length - SHOWN, "more cue")}.</p>}
    </div>
  );
}

function keyOf({ start_ms, end_ms, text }: CaptionCue): string {
  return `${start_ms} ${end_ms} ${text}`;
}
