import type { FilmNote, FilmNoteFields } from "@app/contract/film-notes";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call, callWithMessage } from "#lib/api.ts";
import { isConflict, messageOf } from "#lib/api-error.ts";
import { contentItem, FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";

/** The largest page that lists have. */
const PER_PAGE = 50;

const keyOf = (id: string) => ["film-notes", id];

/** @param timeline which part of the video is shown: only its notes are listed, with times from its start */
export function filmNotes(id: string, timeline: string) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(id), timeline],
    queryFn: ({ pageParam, signal }) => fetchPage(id, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
  });
}

function fetchPage(id: string, cursor: string | undefined, signal?: AbortSignal) {
  const query = { per_page: PER_PAGE, ...(cursor !== undefined && { cursor }) };
  return call("GET /content/:id/film-notes", { params: { id }, query }, signal);
}

/** All notes, however many pages they have. */
export async function fetchAllNotes(id: string, signal?: AbortSignal): Promise<FilmNote[]> {
  const notes: FilmNote[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPage(id, cursor, signal);
    notes.push(...page.notes);
    cursor = nextPage(page);
  } while (cursor !== undefined);
  return notes;
}

type Saved = {
  noteId: string | null;
  since: {
    /** The version of a saved note that was edited; undefined: any version is replaced. */
    saved_at: string | undefined;
    /** Where the part of the video begins that the times are in. */
    trim_from_s: number;
  };
  fields: FilmNoteFields;
};

/** @param onSaved receives the saved note, and what was sent to be saved */
export function useSaveNote(contentId: string, onSaved: (saved: FilmNote, sent: FilmNoteFields) => void) {
  const cache = useQueryClient();
  const queryKey = keyOf(contentId);
  /** Of the latest new note that was not saved: one that is sent again after a lost reply is the same. */
  const attempt = useRef({ note: "", key: "" });
  function addOnce(fields: FilmNoteFields & { trim_from_s: number }) {
    const note = JSON.stringify(fields);
    if (attempt.current.note !== note) attempt.current = { note, key: crypto.randomUUID() };
    const body = { ...fields, idempotency_key: attempt.current.key };
    return callWithMessage("POST /content/:id/film-notes", { params: { id: contentId }, body });
  }
  return useMutation({
    mutationFn: ({ noteId, since, fields }: Saved) =>
      noteId === null
        ? addOnce({ ...fields, trim_from_s: since.trim_from_s })
        : callWithMessage("PUT /film-notes/:id", { params: { id: noteId }, body: { ...fields, ...since } }),
    // Another tab changed the note, or the video was trimmed: then the player has to show the part that is left.
    onError: async (error) => {
      if (!isConflict(error)) return;
      const { queryKey: itemKey } = contentItem(contentId);
      await Promise.all([queryKey, itemKey].map((key) => cache.invalidateQueries({ queryKey: key })));
    },
    onSuccess: ({ message, data }, { fields }) => {
      attempt.current = { note: "", key: "" };
      toast.success(message);
      onSaved(data, fields);
      void cache.invalidateQueries({ queryKey });
    },
  });
}

export function useRemoveNote(contentId: string, onRemoved: (id: string) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callWithMessage("DELETE /film-notes/:id", { params: { id } }),
    onSuccess: ({ message }, id) => {
      toast.success(message);
      onRemoved(id);
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(contentId) }),
  });
}
