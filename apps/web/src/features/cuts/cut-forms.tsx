import { type ContentItem, contentFields, TITLE_MAX_CHARS } from "@app/contract/contents";
import { CLIP_MAX_S, CUT_MESSAGES, cutLengthS, findCutFault, type Trim } from "@app/contract/cuts";
import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError, isConflict, messageOf } from "#lib/api-error.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { Select } from "#ui/select.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { type ChangeDraft, type CutDraft, type CutPart, followTrim, type KnownTrim, type Part } from "./cut-part.ts";
import { shortTime, useCancelTrim, useMakeClip, useTrim, useUndoTrim } from "./part-fields.tsx";

type TrimPanelProps = {
  id: string;
  trim: Trim;
  cut: CutPart;
  /** A trim leaves the thumbnail: it is none of the frames that are taken from what viewers see. */
  hasOwnThumbnail: boolean;
  /** The whole video is shown again. */
  onWhole: (trim: Trim) => void;
  /** The part that was wanted is cut; its start has moved to a keyframe. */
  onTrimmed: (wanted: Part, trim: Trim) => void;
};

/** Shows viewers only a part of the video, or the whole again. */
export function TrimPanel({ id, trim, cut, hasOwnThumbnail, onWhole, onTrimmed }: TrimPanelProps) {
  const save = useTrim(id);
  const cancel = useCancelTrim(id);
  const undo = useUndoTrim(id);
  useWhenTrimmed(trim, cancel.isPending || cancel.isSuccess, (wanted) => {
    toast.success("The video is trimmed.");
    onTrimmed(wanted, trim);
  });
  const isWorking = trim.state === "trimming";
  // As the page was opened, until it trims the video itself or the person is told that somebody else did.
  const [known, setKnown] = useState<KnownTrim | null>({ from_s: trim.from_s, to_s: trim.to_s, isWorking });
  const followed = known && followTrim(known, trim);
  if (followed !== known) setKnown(followed);

  function start(): void {
    if (!cut.check()) return;
    cancel.reset();
    save.mutate(
      { ...cut.part, ...(known && { was: { from_s: known.from_s, to_s: known.to_s } }) },
      {
        onSuccess: () => setKnown(null),
        onError: (error) => {
          if (isConflict(error)) setKnown(null);
          showFaults(error, cut);
        },
      },
    );
  }

  function stop(): void {
    cancel.mutate(undefined, {
      onSuccess: () => {
        setKnown(null);
        toast.success(CUT_MESSAGES.canceled);
      },
      onError: (error) => toast.error(messageOf(error)),
    });
  }

  function showWhole(): void {
    undo.mutate(undefined, {
      onSuccess: (whole) => {
        setKnown(null);
        toast.success(CUT_MESSAGES.restored);
        onWhole(whole);
      },
      onError: (error) => toast.error(messageOf(error)),
    });
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
      <p className="text-muted">
        Chapters, captions and film notes follow the trim, and those outside it are hidden. Keep the times of chapters
        in the description as they are. Times written in comments do not change.
      </p>
      {hasOwnThumbnail && (
        <p className="text-muted">
          The thumbnail is a picture of your own and stays. If it shows what you cut away, choose another one on the
          edit page.
        </p>
      )}
      {isTrimmed(trim) && (
        <p>
          Viewers now see <span className="score">{shortTime(trim.from_s)}</span> to{" "}
          <span className="score">{shortTime(trim.to_s)}</span>.
        </p>
      )}
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
        {isWorking && (
          <Button ref={passFocusInRow} variant="secondary" busy={cancel.isPending} onClick={stop}>
            Cancel
          </Button>
        )}
        {isTrimmed(trim) && <ShowWhole isBusy={undo.isPending} onConfirm={showWhole} />}
      </div>
    </section>
  );
}

/** Also while it fails to be trimmed differently. */
function isTrimmed({ state, from_s, to_s, length_s }: Trim): boolean {
  return state === "trimmed" || (state === "failed" && (from_s > 0 || to_s < length_s));
}

/** Asks first: what was cut away may show what nobody else should see. */
function ShowWhole({ isBusy, onConfirm }: { isBusy: boolean; onConfirm: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button ref={passFocusInRow} variant="secondary" busy={isBusy} onClick={() => setAsking(true)}>
        Show the whole video again
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title="Show the whole video?"
        description="Everyone who can watch this video will immediately see the parts you cut away."
        confirmLabel="Show the whole video"
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** Puts what the server refuses at its field. */
function showFaults(error: unknown, cut: CutPart): void {
  const { from_s, to_s } = error instanceof ApiError ? error.errors : {};
  if (!from_s && !to_s) toast.error(messageOf(error));
  cut.refuse({ ...(from_s && { from_s: from_s.join(" ") }), ...(to_s && { to_s: to_s.join(" ") }) });
}

/** @param isCanceled then what is shown is an earlier trim */
function useWhenTrimmed(trim: Trim, isCanceled: boolean, onTrimmed: (wanted: Part) => void): void {
  const before = useRef(trim);
  const report = useEffectEvent(onTrimmed);
  useEffect(() => {
    if (before.current.state === "trimming" && trim.state === "trimmed" && !isCanceled) report(before.current);
    before.current = trim;
  }, [trim, isCanceled]);
}

type ClipFormProps = {
  id: string;
  draft: CutDraft;
  cut: CutPart;
  onDraft: ChangeDraft;
  /** What to show below the form about a clip that was made. */
  renderMade: (clip: ContentItem) => ReactNode;
};

const VISIBILITIES = [
  { value: "public", label: "Public" },
  { value: "unlisted", label: "Unlisted" },
  { value: "private", label: "Private" },
] as const;

/** Makes an item of its own of a part of the video. */
export function ClipForm({ id, draft, cut, onDraft, renderMade }: ClipFormProps) {
  const make = useMakeClip(id);
  const [titleFault, setTitleFault] = useState<string>();
  const titleInput = useRef<HTMLInputElement>(null);
  const [made, setMade] = useState<ContentItem | null>(null);
  /** Of the last request: a clip that is sent again after a lost reply is not made twice. */
  const attempt = useRef({ clip: "", key: "" });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const title = contentFields.title.safeParse(draft.title);
    setTitleFault(title.error?.issues[0]?.message);
    const isPartGood = cut.check(findClipFault);
    if (!title.success) titleInput.current?.focus();
    if (!title.success || !isPartGood) return;
    const { from_s, to_s, visibility } = draft;
    const clip = { from_s, to_s, visibility, title: title.data };
    const sent = JSON.stringify(clip);
    if (attempt.current.clip !== sent) attempt.current = { clip: sent, key: crypto.randomUUID() };
    make.mutate(
      { ...clip, idempotency_key: attempt.current.key },
      {
        onSuccess: (item) => {
          attempt.current = { clip: "", key: "" };
          setMade(item);
          // Not the title of the next one, which may be typed already.
          onDraft((now) => (now.title === draft.title ? { title: "" } : {}));
        },
        onError: (error) => showFaults(error, cut),
      },
    );
  }

  return (
    <section aria-labelledby="clip-heading" className="flex flex-col gap-4">
      <h2 id="clip-heading" className="title text-2xl">
        Make a clip
      </h2>
      <p className="text-muted">
        A clip is a separate video with its own link, title and views. It lasts at most 10 minutes, and may begin up to
        4 seconds before the start you set.
      </p>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Title" error={titleFault}>
          <TextInput
            ref={titleInput}
            value={draft.title}
            maxLength={TITLE_MAX_CHARS}
            onChange={({ target }) => onDraft({ title: target.value })}
          />
        </Field>
        <Field label="Visibility">
          <Select
            options={VISIBILITIES}
            value={draft.visibility}
            onChange={({ target }) => onDraft({ visibility: contentFields.visibility.parse(target.value) })}
          />
        </Field>
        <Button type="submit" busy={make.isPending} className="self-start">
          Make the clip
        </Button>
      </form>
      {made && renderMade(made)}
    </section>
  );
}

function findClipFault(part: Part, lengthS: number): ReturnType<typeof findCutFault> {
  const fault = findCutFault(part, lengthS);
  if (fault) return fault;
  return cutLengthS(part) > CLIP_MAX_S ? { field: "to_s", message: CUT_MESSAGES.tooLong } : null;
}
