import { FILM_NOTE_MAX_CHARS, FILM_NOTE_MESSAGES, findNoteFault } from "@app/contract/film-note-limits";
import type { FilmNote } from "@app/contract/film-notes";
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, isConflict, isNotFound, messageOf } from "#lib/api-error.ts";
import type { Loop } from "#lib/film-player.ts";
import { counted, readTimeCode, timeCode } from "#lib/format.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";
import { Button } from "#ui/button.tsx";
import { Field, FieldError, Switch, TextArea, TextInput } from "#ui/field.tsx";
import type { Drawing } from "./drawing.ts";
import { useSaveNote } from "./film-notes.queries.ts";
import {
  deleteNoteDraft,
  moveNoteDraft,
  saveNoteDraft,
  type Typed,
  toTyped,
  useNoteDrafts,
  withKept,
} from "./note-draft.ts";

export type NoteFormProps = {
  form: RefObject<HTMLFormElement | null>;
  contentId: string;
  /** Null for a new one. */
  note: FilmNote | null;
  /** It was opened by a button, which is gone. */
  takesFocus: boolean;
  /** The channel whose owner may read a note; null for the owner. */
  shareWith: string | null;
  /** What the user has drawn; it is saved with the note. */
  drawing: Drawing;
  /** The position of the frame that it was begun on; null: nothing is drawn. */
  drawnAtMs: number | null;
  /** Where the part of the video began that was shown then; null if that is unknown. */
  drawnFromS: number | null;
  /** When the note was saved that the drawing changes; null for a new one. */
  baseSavedAt: string | null;
  loop: Loop | null;
  /** Where the part of the video begins that is shown. */
  trimFromS: number;
  nowMs: () => number;
  /** @param isOpen the form still is */
  onSaved: (isOpen: boolean) => void;
  /** The note is saved, but was changed since it was sent: the form goes on with the saved one. */
  onChangedSince: (saved: FilmNote, isOpen: boolean) => void;
  onCancel: () => void;
  onClose: () => void;
};

/** Writes or changes a note. What is typed stays on this device until it is saved. */
export function NoteForm(props: NoteFormProps) {
  const { form, note, takesFocus, contentId, shareWith, drawing, loop, nowMs, onSaved, onCancel, onClose } = props;
  const toDraft = useNoteDrafts();
  const [draft, setDraft] = useState(() => toDraft(note?.id ?? contentId));
  const [start] = useState(() => {
    const saved = note ?? { ...toRange(loop, nowMs(), props.drawnAtMs), text: "", is_shared: false };
    const baseSavedAt = props.baseSavedAt ?? note?.updated_at ?? "";
    return withKept(draft, toTyped(saved, { baseSavedAt, trimFromS: props.drawnFromS ?? props.trimFromS }));
  });
  const [from, setFrom] = useState(start.from);
  const [to, setTo] = useState(start.to);
  const [isRangeChosen, setRangeChosen] = useState(false);
  const [text, setText] = useState(start.text);
  const [isShared, setShared] = useState(start.isShared);
  const [baseSavedAt, setBaseSavedAt] = useState(start.baseSavedAt);
  /** The version that is saved by now is replaced, whichever it is. */
  const [replacesAny, setReplacesAny] = useState(false);
  /** Null: the video was trimmed since the times were chosen, so that they have to be checked in the part that is shown. */
  const [chosenFromS, setChosenFromS] = useState<number | null>(start.trimFromS);
  const trimFromS = chosenFromS ?? props.trimFromS;
  /** Null for a new one, also in place of one that was deleted meanwhile. */
  const [noteId, setNoteId] = useState(note?.id ?? null);
  const [fault, setFault] = useState<{ field: string; message: string } | null>(null);
  const isOpen = useIsMounted();
  const toFields = () => ({
    from_ms: readTimeCode(from),
    to_ms: readTimeCode(to),
    text: text.trim(),
    drawing: [...drawing],
    is_shared: isShared,
  });
  // Also called after another note was opened in place of this one: then only the drafts of this one change.
  const save = useSaveNote(contentId, (saved, sent) => {
    if (JSON.stringify(toFields()) !== JSON.stringify(sent)) {
      goOnWith(saved);
      return;
    }
    deleteNoteDraft(draft);
    onSaved(isOpen());
    if (isOpen()) onClose();
  });
  function goOnWith(saved: FilmNote): void {
    moveNoteDraft(draft, { draft: toDraft(saved.id), saved });
    setDraft(toDraft(saved.id));
    setBaseSavedAt(saved.updated_at);
    setReplacesAny(false);
    setNoteId(saved.id);
    props.onChangedSince(saved, isOpen());
  }
  function saveDraft(typed: Partial<Pick<Typed, "from" | "to" | "text" | "isShared">>): void {
    saveNoteDraft(draft, { from, to, text, isShared, baseSavedAt, trimFromS, ...typed });
  }
  /** What is wrong is shown again at the next Save. */
  const change = (name: "from" | "to" | "text", set: (value: string) => void) => (value: string) => {
    setFault(null);
    set(value);
    if (name !== "text") setRangeChosen(true);
    saveDraft({ [name]: value });
  };
  // A drawing is shown where its note starts.
  useDrawingBegun(props.drawnAtMs, (atMs) => {
    if (noteId !== null || isRangeChosen) return;
    const range = { from: timeCode(atMs), to: timeCode(from === to ? atMs : Math.max(atMs, readTimeCode(to) ?? atMs)) };
    setFrom(range.from);
    setTo(range.to);
    saveDraft(range);
  });
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined);

  function refuse(found: { field: string; message: string }): void {
    flushSync(() => setFault(found));
    // Whoever writes elsewhere by the time the server answers keeps the focus.
    const { activeElement } = document;
    if (activeElement === document.body || form.current?.contains(activeElement))
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    save.reset();
    const { from_ms, to_ms, ...rest } = toFields();
    if (from_ms === null || to_ms === null) {
      refuse({ field: from_ms === null ? "from_ms" : "to_ms", message: "Please enter a time such as 1:23.5." });
      return;
    }
    const fields = { from_ms, to_ms, ...rest };
    const found = findNoteFault(fields, null);
    if (found) {
      refuse(found);
      return;
    }
    setFault(null);
    setChosenFromS(trimFromS);
    const savedAt = replacesAny || baseSavedAt === "" ? undefined : baseSavedAt;
    save.mutate(
      { noteId, since: { saved_at: savedAt, trim_from_s: trimFromS }, fields },
      {
        // An error is shown: the next Save replaces the other version, or saves a new note.
        onError: (error) => {
          if (isConflict(error)) setReplacesAny(true);
          if (messageOf(error) === FILM_NOTE_MESSAGES.retimed) setChosenFromS(null);
          if (isNotFound(error)) setNoteId(null);
          const found = faultOfField(error);
          if (found) refuse(found);
        },
      },
    );
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4"
    >
      {note && start.isKept && <RestoredHint isOutOfDate={start.baseSavedAt !== note.updated_at} />}
      <div className="grid grid-cols-2 gap-3">
        <TimeField
          label="From"
          value={from}
          error={errorOf("from_ms")}
          onChange={change("from", setFrom)}
          nowMs={nowMs}
        />
        <TimeField label="To" value={to} error={errorOf("to_ms")} onChange={change("to", setTo)} nowMs={nowMs} />
      </div>
      <Field label="Note" error={errorOf("text")}>
        <TextArea
          autoFocus={takesFocus}
          maxLength={FILM_NOTE_MAX_CHARS}
          lengthOf={(typed) => [...typed].length}
          submitsOnEnter={false}
          value={text}
          onChange={({ currentTarget }) => change("text", setText)(currentTarget.value)}
        />
      </Field>
      {drawing.length > 0 && (
        <p className="text-sm text-muted">
          {counted(drawing.length, "shape")} on the picture will be saved with it, and shown where the note starts.
        </p>
      )}
      {shareWith !== null && (
        <Switch
          label={`Share with ${shareWith}`}
          hint="When on, the owner of this video sees it too. Nobody else does."
          checked={isShared}
          onChange={({ currentTarget: { checked } }) => {
            setShared(checked);
            saveDraft({ isShared: checked });
          }}
        />
      )}
      <SaveFault error={save.error} />
      <div className="flex gap-2">
        <Button type="submit" busy={save.isPending}>
          Save note
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            deleteNoteDraft(draft);
            onCancel();
            onClose();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

function RestoredHint({ isOutOfDate }: { isOutOfDate: boolean }) {
  return (
    <p className="text-sm text-muted">
      You have unsaved changes from earlier.
      {isOutOfDate && " The saved note has changed since then."} Cancel discards them.
    </p>
  );
}

/** The loop; a note with a drawing starts at the drawn frame, because its drawing is shown where it starts. */
function toRange(loop: Loop | null, nowMs: number, drawnAtMs: number | null): { from_ms: number; to_ms: number } {
  const from_ms = drawnAtMs ?? toMs(loop?.fromS) ?? nowMs;
  return { from_ms, to_ms: Math.max(from_ms, toMs(loop?.toS) ?? from_ms) };
}

/** Calls `onBegun` when a drawing is begun while the form is open. */
function useDrawingBegun(drawnAtMs: number | null, onBegun: (atMs: number) => void): void {
  const begin = useEffectEvent(onBegun);
  const known = useRef(drawnAtMs);
  useEffect(() => {
    if (drawnAtMs !== null && drawnAtMs !== known.current) begin(drawnAtMs);
    known.current = drawnAtMs;
  }, [drawnAtMs]);
}

/** What the server found in a field of the form, such as a time past the end of the video. */
function faultOfField(error: Error): { field: string; message: string } | null {
  const faults = error instanceof ApiError ? error.errors : {};
  const field = ["from_ms", "to_ms", "text"].find((name) => faults[name] !== undefined);
  return field === undefined ? null : { field, message: faults[field]?.join(" ") ?? "" };
}

/** What is not shown at a field. It is right below the switch for sharing. */
function SaveFault({ error }: { error: Error | null }) {
  if (error === null || faultOfField(error) !== null) return null;
  if (isNotFound(error)) return <FieldError>This note was deleted. Save it again to keep it as a new one.</FieldError>;
  const refusal = error instanceof ApiError ? error.errors["is_shared"]?.join(" ") : undefined;
  return <FieldError>{refusal ?? messageOf(error)}</FieldError>;
}

type TimeFieldProps = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  nowMs: () => number;
};

function TimeField({ label, value, error, onChange, nowMs }: TimeFieldProps) {
  return (
    <div className="flex flex-col items-start gap-1">
      <Field label={label} error={error} className="w-full">
        <TextInput
          value={value}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className="score"
        />
      </Field>
      <Button variant="secondary" size="sm" onClick={() => onChange(timeCode(nowMs()))}>
        <span className="sr-only">{label}: </span>This frame
      </Button>
    </div>
  );
}

function toMs(seconds: number | null | undefined): number | null {
  return seconds == null ? null : Math.round(seconds * 1_000);
}
