import type { LibraryCard, LibraryName } from "@app/contract/library";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { focusMain } from "#lib/focus.ts";
import { toast } from "#lib/toast.ts";
import { showFailedUndo } from "#lib/undo.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";

type ListName = Exclude<LibraryName, "history">;

type Forgetting = { onForgotten: (id?: string) => void };

const ERASING: Record<LibraryName, { label: string; title: string; description: string; erase: string }> = {
  history: {
    label: "Erase history",
    title: "Erase your whole watch history?",
    description: "This also erases where you left off in each video. This cannot be undone.",
    erase: "Erase",
  },
  saved: {
    label: "Remove all",
    title: "Remove everything from Watch later?",
    description: "This cannot be undone.",
    erase: "Remove all",
  },
  liked: {
    label: "Remove all",
    title: "Remove all of your likes?",
    description: "Your like is removed from everything you liked. This cannot be undone.",
    erase: "Remove all",
  },
};

const ERASE = {
  history: () => callWithMessage("DELETE /my-history"),
  saved: () => callWithMessage("DELETE /my-saved"),
  liked: () => callWithMessage("DELETE /my-liked"),
};

/** Empties one of the lists, after a question. */
export function EraseList({ name, onForgotten }: Forgetting & { name: LibraryName }) {
  const [isAsking, setAsking] = useState(false);
  const { label, title, description, erase } = ERASING[name];
  const clear = useListErasure(name, ERASE[name], () => {
    if (name === "history") onForgotten();
    // The button is gone with the list.
    focusMain();
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={title}
        description={description}
        confirmLabel={erase}
        isDanger
        onConfirm={() => {
          setAsking(false);
          clear.mutate(undefined);
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

export function RemoveFromHistory({ card, onForgotten }: Forgetting & { card: LibraryCard }) {
  const remove = useListErasure(
    "history",
    (id: string) => callWithMessage("DELETE /my-history/:id", { params: { id } }),
    () => onForgotten(card.id),
  );
  return (
    <RemoveButton
      title={card.title}
      from="history"
      isPending={remove.isPending}
      onClick={() => remove.mutate(card.id)}
    />
  );
}

function useListErasure<Variables>(
  name: LibraryName,
  change: (variables: Variables) => Promise<{ message: string }>,
  onErased: () => void,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message }) => {
      onErased();
      toast.success(message);
      return cache.invalidateQueries({ queryKey: ["library", name] });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}

const LISTS: Record<ListName, { from: string; removed: string }> = {
  saved: { from: "Watch later", removed: "Removed from Watch later." },
  liked: { from: "Liked", removed: "Removed from Liked." },
};

/** Can be undone; then the item is the newest of the list. */
export function RemoveFromList({ card, name }: { card: LibraryCard; name: ListName }) {
  const change = useListChange(card.id, name);
  const { from } = LISTS[name];
  return (
    <RemoveButton title={card.title} from={from} isPending={change.isPending} onClick={() => change.mutate(false)} />
  );
}

function useListChange(id: string, name: ListName) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (isIn: boolean) =>
      name === "liked"
        ? call("POST /content/:id/like", { params: { id }, body: { liked: isIn } })
        : call("POST /content/:id/save", { params: { id }, body: { saved: isIn } }),
    onSuccess: (_, isIn) => {
      if (!isIn) toast.success(LISTS[name].removed, { label: "Undo", run: () => change.mutate(true) });
      return cache.invalidateQueries({ queryKey: ["library", name] });
    },
    onError: (error, isIn) => (isIn ? showFailedUndo(error, () => change.mutate(true)) : toast.error(messageOf(error))),
  });
  return change;
}

type RemoveButtonProps = { title: string; from: string; isPending: boolean; onClick: () => void };

/** Above the card's link, which covers the whole card. */
function RemoveButton({ title, from, isPending, onClick }: RemoveButtonProps) {
  const list = from === "history" ? "your history" : from;
  return (
    <button
      type="button"
      aria-label={`Remove ${title} from ${list}`}
      title={`Remove from ${from}`}
      aria-busy={isPending || undefined}
      data-removes
      // Held down, it would press each button that takes the focus.
      onKeyDown={(event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
      }}
      onClick={({ currentTarget }) => {
        if (isPending) return;
        focusNext(currentTarget);
        onClick();
      }}
      className="absolute top-2 right-2 z-20 grid size-9 place-items-center rounded-control bg-scrim text-on-scrim hover:bg-ground hover:text-text touch:size-11"
    >
      <X aria-hidden size={18} />
    </button>
  );
}

/** The card disappears with its button, so focus moves to the next card. */
function focusNext(button: HTMLElement): void {
  const all = [...document.querySelectorAll<HTMLElement>("[data-removes]")];
  const at = all.indexOf(button);
  (all[at + 1] ?? all[at - 1])?.focus();
}
