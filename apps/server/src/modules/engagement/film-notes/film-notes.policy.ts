/** What a caller may do with a note on an item that they may see. */
export type NoteRights = { isVisible: boolean; canEdit: boolean; canRemove: boolean };

type Note = { author_id: string; is_shared: boolean; dismissed_at: Date | null };

/** Authors have their notes; the item's owner has those that were shared and not removed. Nobody else, not even staff. */
export function rightsTo(note: Note, viewerId: string, itemOwnerId: string): NoteRights {
  if (note.author_id === viewerId) return { isVisible: true, canEdit: true, canRemove: true };
  const isForOwner = viewerId === itemOwnerId && note.is_shared && note.dismissed_at === null;
  return { isVisible: isForOwner, canEdit: false, canRemove: isForOwner };
}
