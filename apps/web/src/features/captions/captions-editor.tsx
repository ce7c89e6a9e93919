import { type CaptionLanguage, type CaptionTrack, findCueFault, toWebVtt } from "@app/contract/captions";
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isConflict, messageOf } from "#lib/api-error.ts";
import { counted, languageName } from "#lib/format.ts";
import type { PlayClock } from "#lib/play-clock.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { RestoredNotice } from "#ui/restored-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { captionCues } from "./captions.queries.ts";
import { CaptionsConflict } from "./captions-conflict.tsx";
import { type ChangeCues, type Draft, followTrim, useCaptionsDraft } from "./captions-draft.ts";
import { CueFaultLine } from "./cue-fault-line.tsx";
import { CueRow } from "./cue-row.tsx";
import { CueTimeline } from "./cue-timeline.tsx";
import { addCue, type Silences } from "./edit-cues.ts";
import { FindAndReplace } from "./find-and-replace.tsx";
import { type SavedFile, silencesOf, useSaveCaptions } from "./own-captions.queries.ts";

export type CaptionsEditorProps = {
  id: string;
  language: CaptionLanguage;
  /** Null for captions that are still to be written. */
  track: CaptionTrack | null;
  /** Where the part that viewers see begins. */
  fromS: number;
  /** Null while unknown. */
  lengthS: number | null;
  clock: PlayClock;
  onSeek: (atS: number) => void;
};

const NOTHING_SAVED: Draft = { revision: 0, cues: [] };
/** One array, so that the rows of cues are not drawn again at each key. */
const NO_SILENCES: Silences = [];

/** The captions of one language, beside the player. */
export function CaptionsEditor(props: CaptionsEditorProps) {
  const { id, language, track } = props;
  const saved = useQuery({
    ...captionCues(id, language, track?.revision ?? 0),
    enabled: track !== null,
    // Those of the revision before, so that the editor stays while what another tab saved is loaded.
    placeholderData: keepPreviousData,
  });
  if (track === null) return <Editor {...props} saved={NOTHING_SAVED} isOlder={false} />;
  if (saved.isPending) return <Skeleton className="h-96 w-full rounded-media" />;
  if (saved.isError)
    return <LoadError error={saved.error} isRetrying={saved.isFetching} onRetry={() => void saved.refetch()} />;
  return <Editor {...props} saved={saved.data} isOlder={saved.isPlaceholderData} />;
}

type EditorProps = CaptionsEditorProps & {
  saved: Draft;
  /** `saved` is of the revision before: the latest one is still being loaded. */
  isOlder: boolean;
};

/** Nothing lies after the end of a video whose length is not known yet. */
function toLengthMs(lengthS: number | null): number {
  return lengthS === null ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(lengthS * 1_000));
}

function areSavable(cues: Draft["cues"], fault: ReturnType<typeof findCueFault>): boolean {
  return cues.length > 0 && fault === null;
}

function Editor({ id, language, track, fromS, lengthS, clock, onSeek, saved, isOlder }: EditorProps) {
  const lengthMs = toLengthMs(lengthS);
  const part = { fromS, lengthMs };
  const {
    draft,
    canUndo,
    isChanged,
    isRestored,
    trimmed,
    change: changeDraft,
    undo,
    keepMine,
    reset,
    keepLater,
  } = useCaptionsDraft({ id, language }, saved, part);
  const { cues } = draft;
  const found = useQuery(silencesOf(id));
  const silences = silencesIn(found);
  const [selected, setSelected] = useState(0);
  const rows = useRef<HTMLOListElement>(null);
  /** What was just done; the number tells two equal sentences apart. */
  const [message, setMessage] = useState({ id: 0, text: "" });
  const showMessage = useCallback(
    (text: string) => setMessage(({ id }) => ({ id: text === "" ? id : id + 1, text })),
    [],
  );
  const change: ChangeCues = useCallback(
    (edit, group) => {
      showMessage("");
      changeDraft(edit, group);
    },
    [showMessage, changeDraft],
  );
  const cache = useQueryClient();
  const save = useSaveCaptions(id, ({ revision }, sent: SavedFile & Draft) => {
    const { queryKey } = captionCues(id, language, revision);
    cache.setQueryData(queryKey, { language, is_automatic: false, revision, cues: [...sent.cues] });
    keepLater({ revision, cues: sent.cues });
  });
  const fault = findCueFault(cues, lengthMs);
  const isRefused = isConflict(save.error);
  // Nobody decides before they see what the others saved.
  const isStale = !isOlder && (draft.revision < saved.revision || isRefused);

  function discard(): void {
    save.reset();
    showMessage("");
    reset(saved);
  }

  const isUnchecked = track?.is_automatic === true;
  const canSave = (isChanged || isUnchecked) && areSavable(cues, fault);

  function add(): void {
    const added = addCue(cues, Math.round(clock.get() * 1_000), lengthMs);
    if (!added) {
      showMessage("There is no room for a cue here.");
      return;
    }
    flushSync(() => {
      change(() => added.cues);
      setSelected(added.index);
    });
    focusText(added.index);
  }

  function focusText(index: number): void {
    rows.current?.children[index]?.querySelector("textarea")?.focus();
  }

  function submit(): void {
    showMessage("");
    const file = new File([toWebVtt(cues)], "captions.vtt", { type: "text/vtt" });
    save.mutate({ language, file, ...draft });
  }

  return (
    <section
      aria-label={`Captions in ${languageName(language)}`}
      className="flex flex-col gap-5 not-short:max-sm:**:scroll-mt-[calc(56.25vw+1rem)]"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="title grow text-2xl">{languageName(language)}</h2>
        <Button variant="secondary" onClick={add}>
          Add a cue here
        </Button>
        <Button busy={save.isPending} disabled={!canSave} onClick={submit}>
          Save captions
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Undo"
          title="Undo"
          disabled={!canUndo}
          onClick={() => {
            undo();
            showMessage("The last change was undone.");
          }}
        >
          <Undo2 aria-hidden size={18} />
        </Button>
        {!isRestored && (
          <Button variant="ghost" disabled={!isChanged || save.isPending} onClick={discard}>
            Discard changes
          </Button>
        )}
        <CueFaultLine
          cues={cues}
          fault={fault}
          lengthMs={lengthMs}
          change={change}
          onShow={focusText}
          onDone={showMessage}
        />
      </div>
      {isUnchecked && <Notice>These captions were made automatically. Saving them marks them as checked.</Notice>}
      {isStale && (
        <CaptionsConflict
          mine={followTrim(draft, part)}
          theirs={saved.cues}
          onKeepMine={() => {
            save.reset();
            keepMine();
          }}
          onTakeTheirs={discard}
        />
      )}
      {!isStale && <DraftNotices isRestored={isRestored} trimmed={trimmed} error={save.error} onDiscard={discard} />}
      <CueTimeline
        cues={cues}
        silences={silences}
        clock={clock}
        lengthMs={lengthMs}
        selected={selected}
        onSeek={onSeek}
        onSelect={setSelected}
      />
      <SilenceStatus found={found} />
      <FindAndReplace cues={cues} change={change} onDone={showMessage} />
      <p role="status" className="min-h-5 text-sm text-muted">
        <span key={message.id}>{toStatus(message.text, cues.length, track)}</span>
      </p>
      <ol ref={rows} className="flex flex-col gap-3">
        {cues.map((cue, index) => (
          <CueRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a cue has no other identity while it is edited
            key={index}
            cue={cue}
            index={index}
            lengthMs={lengthMs}
            clock={clock}
            silences={silences}
            change={change}
            onSeek={onSeek}
            cueCount={cues.length}
            isSelected={index === selected}
            fault={fault?.index === index ? fault.message : undefined}
            onSelect={setSelected}
          />
        ))}
      </ol>
    </section>
  );
}

/** None until they were looked for. */
function silencesIn({ data }: { data: { silences: Silences | null } | undefined }): Silences {
  return data?.silences ?? NO_SILENCES;
}

type DraftNoticesProps = {
  isRestored: boolean;
  trimmed: { cutAway: number } | null;
  error: Error | null;
  onDiscard: () => void;
};

function DraftNotices({ isRestored, trimmed, error, onDiscard }: DraftNoticesProps) {
  return (
    <>
      {isRestored && <RestoredNotice onDiscard={onDiscard} />}
      {trimmed && (
        <Notice>
          What viewers see of this video has changed. The times of your captions were moved with it.
          {trimmed.cutAway > 0 && ` Captions outside of it were left out (${trimmed.cutAway}).`}
        </Notice>
      )}
      {error !== null && <Notice tone="error">{messageOf(error)}</Notice>}
    </>
  );
}

/** Says why cues cannot be snapped to silences. */
function SilenceStatus({
  found: { data, isError, refetch },
}: {
  found: UseQueryResult<{ silences: Silences | null }>;
}) {
  if (data?.silences && data.silences.length > 0) return null;
  return (
    <p role="status" className="text-sm text-muted">
      {!isError && !data?.silences && "Looking for silences to snap to…"}
      {data?.silences && "There is no silence in this video to snap to."}
      {isError && (
        <>
          The silences to snap to could not be loaded.{" "}
          <button type="button" className="font-semibold text-accent underline" onClick={() => void refetch()}>
            Retry
          </button>
        </>
      )}
    </p>
  );
}

/** Says why captions that were saved before cannot be saved empty. */
function toStatus(message: string, cueCount: number, track: CaptionTrack | null): string {
  if (cueCount === 0 && track !== null) return "Captions need at least one cue. To remove them, press Delete above.";
  return message || counted(cueCount, "cue");
}
