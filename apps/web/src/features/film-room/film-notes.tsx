import { FILM_NOTE_MAX_CHARS, findNoteFault } from "@app/contract/film-note-limits";
import type { FilmNote } from "@app/contract/film-notes";
import { contentHref } from "@app/contract/paths";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, Pencil, Printer, Share2, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { counted, readTimeCode, timeCode } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Field, FieldError, Switch, TextArea, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type Drawing, saveFile } from "./drawing.ts";
import { fetchAllNotes, filmNotes, useRemoveNote, useSaveNote } from "./film-notes.queries.ts";
import { type Loop, toCsv } from "./film-time.ts";

type FilmNotesProps = {
  contentId: string;
  title: string;
  /** The channel whose owner may read a note; null for the owner. */
  shareWith: string | null;
  /** What is drawn on the picture now; it is saved with the note. */
  drawing: Drawing;
  loop: Loop | null;
  nowMs: () => number;
  onShow: (note: FilmNote) => void;
  onSaved: () => void;
};

/** One's notes on a video in order of time, and a form for another. */
export function FilmNotes(props: FilmNotesProps) {
  const { contentId, title } = props;
  /** Null: no form; "new": an empty one. */
  const [edited, setEdited] = useState<FilmNote | "new" | null>(null);
  return (
    <section aria-labelledby="film-notes-heading" data-film-room className="mb-6 flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="film-notes-heading" className="title grow text-xl">
          Film notes
        </h2>
        <LinkButton variant="ghost" size="sm" href={toSheetHref(contentId)}>
          <Printer aria-hidden size={16} /> Sheet
        </LinkButton>
        <CsvButton contentId={contentId} title={title} />
      </div>
      {edited === null ? (
        <Button variant="secondary" onClick={() => setEdited("new")}>
          Add a note
        </Button>
      ) : (
        <NoteForm
          key={edited === "new" ? "new" : edited.id}
          {...props}
          note={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <NoteList
        contentId={contentId}
        onShow={props.onShow}
        onEdit={(note) => {
          props.onShow(note);
          setEdited(note);
        }}
      />
    </section>
  );
}

/** The page to print: `/film-sheet/{id}`, with the id as in `/video/{id}`. */
function toSheetHref(contentId: string): string | null {
  return contentHref("video", contentId)?.replace("/video/", "/film-sheet/") ?? null;
}

export function CsvButton({ contentId, title }: { contentId: string; title: string }) {
  const [isBusy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const csv = toCsv(await fetchAllNotes(contentId));
      saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `${title} film notes.csv`);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  }
  return (
    <Button variant="ghost" size="sm" busy={isBusy} onClick={() => void save()} className="print:hidden">
      <Download aria-hidden size={16} /> CSV
    </Button>
  );
}

type NoteFormProps = FilmNotesProps & { note: FilmNote | null; onClose: () => void };

function NoteForm({ note, contentId, shareWith, drawing, loop, nowMs, onSaved, onClose }: NoteFormProps) {
  const [from, setFrom] = useState(() => timeCode(note?.from_ms ?? toMs(loop?.fromS) ?? nowMs()));
  const [to, setTo] = useState(() => timeCode(note?.to_ms ?? toMs(loop?.toS) ?? toMs(loop?.fromS) ?? nowMs()));
  const [text, setText] = useState(note?.text ?? "");
  const [isShared, setShared] = useState(note?.is_shared ?? false);
  const [fault, setFault] = useState<{ field: string; message: string } | null>(null);
  const save = useSaveNote(contentId, () => {
    onSaved();
    onClose();
  });
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const [fromMs, toMs] = [readTimeCode(from), readTimeCode(to)];
    if (fromMs === null || toMs === null) {
      setFault({ field: fromMs === null ? "from_ms" : "to_ms", message: "Enter a time such as 1:23.5." });
      return;
    }
    const fields = { from_ms: fromMs, to_ms: toMs, text: text.trim(), drawing: [...drawing], is_shared: isShared };
    const found = findNoteFault(fields, null);
    setFault(found);
    if (!found) save.mutate({ noteId: note?.id ?? null, fields });
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4">
      <div className="grid grid-cols-2 gap-3">
        <TimeField label="From" value={from} error={errorOf("from_ms")} onChange={setFrom} nowMs={nowMs} />
        <TimeField label="To" value={to} error={errorOf("to_ms")} onChange={setTo} nowMs={nowMs} />
      </div>
      <Field label="Note" error={errorOf("text")}>
        <TextArea
          maxLength={FILM_NOTE_MAX_CHARS}
          submitsOnEnter={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Field>
      {drawing.length > 0 && (
        <p className="text-sm text-muted">{counted(drawing.length, "shape")} on the picture will be saved with it.</p>
      )}
      {shareWith !== null && (
        <Switch
          label={`Share with ${shareWith}`}
          hint="Only the owner of this video will see it. Otherwise only you do."
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      )}
      {save.isError && <FieldError>{faultOfSharing(save.error) ?? messageOf(save.error)}</FieldError>}
      <div className="flex gap-2">
        <Button type="submit" busy={save.isPending}>
          Save note
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** It stands right below the switch. */
function faultOfSharing(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors["is_shared"]?.join(" ") : undefined;
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
      <Button variant="ghost" size="sm" onClick={() => onChange(timeCode(nowMs()))}>
        <span className="sr-only">{label}: </span>This frame
      </Button>
    </div>
  );
}

type NoteListProps = { contentId: string; onShow: (note: FilmNote) => void; onEdit: (note: FilmNote) => void };

function NoteList({ contentId, onShow, onEdit }: NoteListProps) {
  const list = useInfiniteQuery(filmNotes(contentId));
  const remove = useRemoveNote(contentId);
  if (list.isPending) return <Skeleton className="h-24 w-full" />;
  if (list.isError && !list.data)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  const notes = list.data.pages.flatMap((page) => page.notes);
  if (notes.length === 0)
    return <p className="text-muted">No notes yet. Pause where it matters, draw if you like, and add a note.</p>;
  return (
    <>
      <ol className="flex flex-col gap-2">
        {notes.map((note) => (
          <NoteRow
            key={note.id}
            note={note}
            onShow={() => onShow(note)}
            onEdit={() => onEdit(note)}
            onRemove={() => remove.mutate(note.id)}
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more notes
        </Button>
      )}
    </>
  );
}

type NoteRowProps = { note: FilmNote; onShow: () => void; onEdit: () => void; onRemove: () => void };

function NoteRow({ note, onShow, onEdit, onRemove }: NoteRowProps) {
  const [isAsked, setAsked] = useState(false);
  const range = rangeOf(note);
  return (
    <li className="rounded-control border border-line bg-raised p-3">
      <button
        type="button"
        onClick={onShow}
        className="flex min-h-6 w-full flex-col gap-1 rounded-control text-left touch:min-h-11"
      >
        <span className="score flex items-center gap-2 text-base text-accent">
          {range}
          {note.is_shared && <Share2 aria-label="Shared" role="img" size={16} className="text-muted" />}
          {note.drawing.length > 0 && (
            <Pencil aria-label="With a drawing" role="img" size={16} className="text-muted" />
          )}
        </span>
        <span className="break-words whitespace-pre-line">{note.text}</span>
        {!note.author.is_you && <span className="text-sm text-muted">From {note.author.name}</span>}
      </button>
      <div className="mt-1 flex gap-1">
        {note.can.edit && (
          <Button variant="ghost" size="sm" onClick={onEdit}>
            Edit<span className="sr-only"> the note at {range}</span>
          </Button>
        )}
        {note.can.remove && (
          <Button variant="ghost" size="sm" onClick={() => (isAsked ? onRemove() : setAsked(true))}>
            <Trash2 aria-hidden size={16} />
            {isAsked ? "Delete for good?" : "Delete"}
            <span className="sr-only"> the note at {range}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

/** @returns '0:01.000 – 0:02.500', or one time for a single frame */
export function rangeOf({ from_ms, to_ms }: Pick<FilmNote, "from_ms" | "to_ms">): string {
  return from_ms === to_ms ? timeCode(from_ms) : `${timeCode(from_ms)} – ${timeCode(to_ms)}`;
}

function toMs(seconds: number | null | undefined): number | null {
  return seconds == null ? null : Math.round(seconds * 1_000);
}
