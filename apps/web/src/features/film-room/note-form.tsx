import { FILM_NOTE_MAX_CHARS, findNoteFault } from "@app/contract/film-note-limits";
import type { FilmNote } from "@app/contract/film-notes";
import { type FormEvent, type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, isConflict, isNotFound, messageOf } from "#lib/api-error.ts";
import { readTextDraft, saveTextDraft, type TextDraft } from "#lib/drafts.ts";
import type { Loop } from "#lib/film-player.ts";
import { counted, readTimeCode, timeCode } from "#lib/format.ts";
import { useUser } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { Field, FieldError, Switch, TextArea, TextInput } from "#ui/field.tsx";
import type { Drawing } from "./drawing.ts";
import { useSaveNote } from "./film-notes.queries.ts";

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
  /** When the note was saved that the drawing changes; null for a new one. */
  baseSavedAt: string | null;
  loop: Loop | null;
  nowMs: () => number;
  onSaved: () => void;
  onCancel: () => void;
  onClose: () => void;
};

/** Writes or changes a note. What is typed stays on this device until it is saved. */
export function NoteForm(props: NoteFormProps) {
  const { form, note, takesFocus, contentId, shareWith, drawing, loop, nowMs, onSaved, onCancel, onClose } = props;
  const draft = useDraft(note?.id ?? contentId);
  const range: TextDraft = { ...draft, name: `${draft.name}.range` };
  const [start] = useState(() => {
    const saved = note ?? { ...toRange(loop, nowMs(), props.drawnAtMs), text: "", is_shared: false };
    return withKept({ draft, range }, toTyped(saved, props.baseSavedAt ?? note?.updated_at ?? ""));
  });
  const [from, setFrom] = useState(start.from);
  const [to, setTo] = useState(start.to);
  const [text, setText] = useState(start.text);
  const [isShared, setShared] = useState(start.isShared);
  const [since, setSince] = useState(start.baseSavedAt === "" ? {} : { saved_at: start.baseSavedAt });
  /** Null for a new one, also in place of one that was deleted meanwhile. */
  const [noteId, setNoteId] = useState(note?.id ?? null);
  const [fault, setFault] = useState<{ field: string; message: string } | null>(null);
  const save = useSaveNote(contentId, () => {
    saveDraft({ text: "" });
    onSaved();
    onClose();
  });
  /** Without a text there is no draft. */
  function saveDraft(typed: Partial<Pick<Typed, "from" | "to" | "text" | "isShared">>): void {
    const all = { from, to, text, isShared, ...typed };
    saveTextDraft(draft, all.text);
    const kept = [all.from, all.to, all.isShared ? SHARED : "private", start.baseSavedAt];
    saveTextDraft(range, all.text === "" ? "" : kept.join("\n"));
  }
  /** What is wrong is shown again at the next Save. */
  const change = (name: "from" | "to" | "text", set: (value: string) => void) => (value: string) => {
    setFault(null);
    set(value);
    saveDraft({ [name]: value });
  };
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
    const [fromMs, toMs] = [readTimeCode(from), readTimeCode(to)];
    if (fromMs === null || toMs === null) {
      refuse({ field: fromMs === null ? "from_ms" : "to_ms", message: "Please enter a time such as 1:23.5." });
      return;
    }
    const fields = { from_ms: fromMs, to_ms: toMs, text: text.trim(), drawing: [...drawing], is_shared: isShared };
    const found = findNoteFault(fields, null);
    if (found) {
      refuse(found);
      return;
    }
    setFault(null);
    save.mutate(
      { noteId, since, fields },
      {
        // An error is shown: the next Save replaces the other version, or saves a new note.
        onError: (error) => {
          if (isConflict(error)) setSince({});
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
            saveDraft({ text: "" });
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

type Typed = {
  from: string;
  to: string;
  text: string;
  isShared: boolean;
  /** When the version was saved that is changed: the list may show a newer one by now. Empty for a new note. */
  baseSavedAt: string;
  /** It was typed earlier and not saved. */
  isKept: boolean;
};

function toTyped(saved: Pick<FilmNote, "from_ms" | "to_ms" | "text" | "is_shared">, baseSavedAt: string): Typed {
  const { from_ms, to_ms, text, is_shared } = saved;
  return { from: timeCode(from_ms), to: timeCode(to_ms), text, isShared: is_shared, baseSavedAt, isKept: false };
}

/** Puts what was typed earlier, if anything, over the saved note. Drafts of an earlier release lack some of it. */
function withKept({ draft, range }: { draft: TextDraft; range: TextDraft }, saved: Typed): Typed {
  const text = readTextDraft(draft);
  if (text === "") return saved;
  const [from, to, shared, baseSavedAt] = readTextDraft(range).split("\n");
  return {
    from: from || saved.from,
    to: to || saved.to,
    text,
    isShared: shared ? shared === SHARED : saved.isShared,
    baseSavedAt: baseSavedAt || saved.baseSavedAt,
    isKept: true,
  };
}

function RestoredHint({ isOutOfDate }: { isOutOfDate: boolean }) {
  return (
    <p className="text-sm text-muted">
      You have unsaved changes from earlier.
      {isOutOfDate && " The saved note has changed since then."} Cancel discards them.
    </p>
  );
}

/** How a draft keeps that its note is to be shared. */
const SHARED = "shared";

/** @param id of the note, or of the video for a new one */
function useDraft(id: string): TextDraft {
  return { accountId: useUser()?.id ?? "", name: `film-note.${id}` };
}

/** @returns a function that deletes the draft of a note */
export function useDropDraft(): (noteId: string) => void {
  const accountId = useUser()?.id ?? "";
  return (noteId) => {
    for (const part of ["", ".range"]) saveTextDraft({ accountId, name: `film-note.${noteId}${part}` }, "");
  };
}

/** Whether a new note was begun on an earlier visit and not saved. */
export function useHasUnsavedNote(contentId: string): boolean {
  return readTextDraft(useDraft(contentId)) !== "";
}

/** The loop; a note with a drawing starts at the drawn frame, because its drawing is shown where it starts. */
function toRange(loop: Loop | null, nowMs: number, drawnAtMs: number | null): { from_ms: number; to_ms: number } {
  const from_ms = drawnAtMs ?? toMs(loop?.fromS) ?? nowMs;
  return { from_ms, to_ms: Math.max(from_ms, toMs(loop?.toS) ?? from_ms) };
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
