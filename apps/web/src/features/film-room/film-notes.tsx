import type { FilmNote } from "@app/contract/film-notes";
import { contentHref } from "@app/contract/paths";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, Printer, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { messageOf } from "#lib/api-error.ts";
import { downloadCsv } from "#lib/download.ts";
import { timeCode } from "#lib/format.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { fetchAllNotes, filmNotes, useRemoveNote } from "./film-notes.queries.ts";
import { toRows } from "./film-time.ts";
import { deleteNoteDraft, useHasUnsavedNote, useNoteDrafts } from "./note-draft.ts";
import { NoteForm, type NoteFormProps } from "./note-form.tsx";

type FilmNotesProps = Omit<NoteFormProps, "form" | "note" | "takesFocus" | "onClose"> & {
  title: string;
  /** Differs for each part of the video that is shown. */
  timeline: string;
  /** The picture shows the drawing of a saved note. */
  isViewingNote: boolean;
  onShowOwn: () => void;
  onRemoved: (id: string) => void;
  /** Goes to a note that is edited, with its drawing. */
  onEdit: (note: FilmNote) => void;
  /** Goes to a note, and keeps the user's drawing. */
  onView: (note: FilmNote) => void;
};

/** The user's notes on a video in order of time, and a form for another. */
export function FilmNotes(props: FilmNotesProps) {
  const { contentId, title, timeline } = props;
  /** Null: no form; "new": an empty one. */
  const hasUnsaved = useHasUnsavedNote(contentId);
  const [edited, setEdited] = useState<FilmNote | "new" | null>(hasUnsaved ? "new" : null);
  const [takesFocus, setTakesFocus] = useState(false);
  const toDraft = useNoteDrafts();
  const open = (note: FilmNote | "new") => {
    setTakesFocus(true);
    setEdited(note);
  };
  const form = useRef<HTMLFormElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    const { activeElement } = document;
    const hadFocus = activeElement === document.body || activeElement?.closest("form") === form.current;
    flushSync(() => setEdited(null));
    // The form took the focus with it. Somebody who types elsewhere meanwhile keeps theirs.
    if (hadFocus) addButton.current?.focus();
  };
  return (
    <section
      aria-labelledby="film-notes-heading"
      data-film-room
      // Once the last note is gone, the focus is here.
      tabIndex={-1}
      className="mb-6 flex flex-col gap-4 outline-none"
    >
      <Heading contentId={contentId} title={title} timeline={timeline} />
      {props.isViewingNote && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-sm text-muted">The picture shows a saved note.</p>
          <Button variant="ghost" size="sm" onClick={props.onShowOwn}>
            {props.drawing.length > 0 ? "Show my drawing" : "Hide its drawing"}
          </Button>
        </div>
      )}
      {edited === null ? (
        <Button ref={addButton} variant="secondary" onClick={() => open("new")}>
          Add a note
        </Button>
      ) : (
        <NoteForm
          key={edited === "new" ? "new" : edited.id}
          {...props}
          form={form}
          note={edited === "new" ? null : edited}
          takesFocus={takesFocus}
          onClose={close}
        />
      )}
      <NoteList
        contentId={contentId}
        timeline={timeline}
        onShow={props.onView}
        onRemoved={(id) => {
          props.onRemoved(id);
          if (edited === "new" || edited?.id !== id) return;
          deleteNoteDraft(toDraft(id));
          props.onCancel();
          close();
        }}
        onEdit={(note) => {
          props.onEdit(note);
          open(note);
        }}
      />
    </section>
  );
}

/** Without notes there is nothing to print or to download. */
function Heading({ contentId, title, timeline }: Pick<FilmNotesProps, "contentId" | "title" | "timeline">) {
  const notes = useInfiniteQuery(filmNotes(contentId, timeline));
  const hasNotes = (notes.data?.pages[0]?.notes.length ?? 0) > 0;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 id="film-notes-heading" className="title grow text-xl">
        Film notes
      </h2>
      {hasNotes && (
        <LinkButton variant="ghost" size="sm" href={toSheetHref(contentId)}>
          <Printer aria-hidden size={16} /> Print
        </LinkButton>
      )}
      {hasNotes && <CsvButton contentId={contentId} title={title} />}
    </div>
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
      downloadCsv(`${title} film notes.csv`, toRows(await fetchAllNotes(contentId)));
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

type NoteListProps = {
  contentId: string;
  timeline: string;
  onShow: (note: FilmNote) => void;
  onEdit: (note: FilmNote) => void;
  onRemoved: (id: string) => void;
};

function NoteList({ contentId, timeline, onShow, onEdit, onRemoved }: NoteListProps) {
  const list = useInfiniteQuery(filmNotes(contentId, timeline));
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
            contentId={contentId}
            note={note}
            onShow={() => onShow(note)}
            onEdit={() => onEdit(note)}
            onRemoved={onRemoved}
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

const BADGE = "rounded-control border border-line px-1.5 font-sans text-xs font-normal text-muted";

type NoteRowProps = {
  contentId: string;
  note: FilmNote;
  onShow: () => void;
  onEdit: () => void;
  onRemoved: (id: string) => void;
};

function NoteRow({ contentId, note, onShow, onEdit, onRemoved }: NoteRowProps) {
  // One per note, because several can be deleted at once.
  const removal = useRemoveNote(contentId, onRemoved);
  const [isAsked, setAsked] = useState(false);
  const removeButton = useRef<HTMLButtonElement>(null);
  const range = rangeOf(note);
  // The author keeps what the owner of the video removes.
  const [remove, sure] = note.author.is_you ? ["Delete", "Delete for good"] : ["Remove", "Remove from your list"];
  const keep = () => {
    flushSync(() => setAsked(false));
    removeButton.current?.focus();
  };
  return (
    <li ref={passFocusOn} className="rounded-control border border-line bg-raised p-3">
      <button
        type="button"
        onClick={onShow}
        className="flex min-h-6 w-full flex-col gap-1 rounded-control text-left touch:min-h-11"
      >
        <span className="score flex items-center gap-2 text-base text-accent">
          {range}
          {note.is_shared && <span className={BADGE}>Shared</span>}
          {note.drawing.length > 0 && <span className={BADGE}>Drawing</span>}
        </span>
        <span dir="auto" className="break-words whitespace-pre-line">
          {note.text}
        </span>
        {!note.author.is_you && <span className="text-sm text-muted">From {note.author.name}</span>}
      </button>
      <div className="mt-1 flex flex-wrap gap-1">
        {note.can.edit && !isAsked && (
          <Button variant="ghost" size="sm" onClick={onEdit}>
            Edit
            <span className="sr-only"> the note at {range}</span>
          </Button>
        )}
        {note.can.remove && !isAsked && (
          <Button ref={removeButton} variant="ghost" size="sm" onClick={() => setAsked(true)}>
            <Trash2 aria-hidden size={16} />
            {remove}
            <span className="sr-only"> the note at {range}</span>
          </Button>
        )}
        {/* In place, because a dialog is not visible in full screen. The second press of a double one deletes nothing. */}
        {isAsked && (
          <>
            <Button variant="secondary" size="sm" autoFocus onClick={keep}>
              Keep
            </Button>
            <Button
              variant="danger"
              size="sm"
              busy={removal.isPending}
              onClick={({ detail }) => {
                if (detail <= 1) removal.mutate(note.id);
              }}
            >
              {sure}
              <span className="sr-only"> the note at {range}</span>
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

/** @returns '0:01.000 – 0:02.500', or one time for a single frame */
export function rangeOf({ from_ms, to_ms }: Pick<FilmNote, "from_ms" | "to_ms">): string {
  return from_ms === to_ms ? timeCode(from_ms) : `${timeCode(from_ms)} – ${timeCode(to_ms)}`;
}
