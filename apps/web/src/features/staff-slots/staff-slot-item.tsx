import type { SlotId } from "@app/contract/ids";
import { SLOT_PICTURE, SLOT_SIZE, type Slot, type SlotPlace, type StaffSlot, slotRoutes } from "@app/contract/slots";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, callWithMessage, sendFile } from "#lib/api.ts";
import { faultOf } from "#lib/api-error.ts";
import { momentInWords } from "#lib/dates.ts";
import { counted } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { MoveButtons } from "#ui/move-buttons.tsx";
import { FileButton } from "#ui/period-form-dialog.tsx";

const STATE_WORDS: Record<StaffSlot["state"], string> = {
  waiting: "Waiting for its picture",
  off: "Off",
  scheduled: "Scheduled",
  shown: "Shown",
  queued: "On, behind the first ones",
  ended: "Ended",
};

type ItemProps = {
  slot: StaffSlot;
  /** Of its place, in their order. */
  ids: readonly SlotId[];
  at: number;
  onEdit: () => void;
  renderPicture: (slot: Slot) => ReactNode;
};

export function StaffSlotItem({ slot, ids, at, onEdit, renderPicture }: ItemProps) {
  const { alt, sponsor, link, picture, starts_at, ends_at } = slot;
  const end = ends_at === null ? "until you turn it off" : `until ${momentInWords(ends_at)}`;
  return (
    <article className="grid gap-4 rounded-media border border-line bg-raised p-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
      {picture === null ? (
        <p className="flex aspect-4/1 items-center justify-center rounded-media border border-dashed border-edge px-3 text-center text-sm text-muted">
          {SLOT_SIZE.widthPx} × {SLOT_SIZE.heightPx} pixels; other shapes are cropped.
        </p>
      ) : (
        renderPicture({ ...slot, picture })
      )}
      <div className="flex min-w-0 flex-col gap-2">
        <h3 className="font-semibold break-words">{alt}</h3>
        <p className="text-sm break-words text-muted">
          <span className={slot.state === "shown" ? "font-semibold text-accent" : "text-text"}>
            {STATE_WORDS[slot.state]}
          </span>
          {` · ${sponsor ?? "Our own"} · From ${momentInWords(starts_at)} ${end}`}
        </p>
        <p className="text-sm break-all text-muted">{link}</p>
        <p className="text-sm text-muted">
          Opened {counted(slot.opens_30_days, "time")} in 30 days, {counted(slot.opens, "time")} in all
        </p>
        <Actions slot={slot} ids={ids} at={at} onEdit={onEdit} />
      </div>
    </article>
  );
}

function Actions({ slot, ids, at, onEdit }: Omit<ItemProps, "renderPicture">) {
  const { id, alt, place, is_active, picture } = slot;
  const [isRemoving, setRemoving] = useState(false);
  const change = useChangeSlots({ hasForm: false, onDone: () => setRemoving(false) });
  const busy = change.isPending ? change.variables.kind : null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant={is_active || picture === null ? "secondary" : "primary"}
        size="sm"
        busy={busy === "turn"}
        aria-label={`Turn ${is_active ? "off" : "on"} ${alt}`}
        onClick={() => change.mutate({ kind: "turn", id, isActive: !is_active })}
      >
        {is_active ? "Turn off" : "Turn on"}
      </Button>
      <Button variant="secondary" size="sm" aria-label={`Edit ${alt}`} onClick={onEdit}>
        Edit
      </Button>
      <FileButton
        label={`${picture === null ? "Upload" : "Replace"} the picture of ${alt}`}
        accept={SLOT_PICTURE.types.join()}
        maxBytes={SLOT_PICTURE.maxBytes}
        busy={busy === "picture"}
        onFile={(file) => change.mutate({ kind: "picture", id, file })}
      >
        {picture === null ? "Upload picture" : "Replace picture"}
      </FileButton>
      <Button variant="ghost" size="sm" aria-label={`Delete ${alt}`} onClick={() => setRemoving(true)}>
        Delete
      </Button>
      <MoveButtons
        name={alt}
        ids={ids}
        at={at}
        isDisabled={change.isPending}
        onMove={(order) => change.mutate({ kind: "order", place, ids: order })}
      />
      <AlertDialog
        isOpen={isRemoving}
        title="Delete this slot?"
        description={`“${alt}” and its counts are deleted. This cannot be undone. To hide it, turn it off.`}
        confirmLabel="Delete"
        isDanger
        busy={busy === "remove"}
        onConfirm={() => change.mutate({ kind: "remove", id })}
        onCancel={() => setRemoving(false)}
      />
    </div>
  );
}

export const staffSlots = queryOptions({
  queryKey: ["admin", "slots"],
  queryFn: ({ signal }) => call("GET /admin/slots", {}, signal),
});

type SlotFields = Pick<StaffSlot, "place" | "sponsor" | "alt" | "link" | "starts_at" | "ends_at">;

type SlotChange =
  | { kind: "add"; fields: SlotFields }
  | { kind: "change"; id: SlotId; changes: Partial<SlotFields> }
  | { kind: "turn"; id: SlotId; isActive: boolean }
  | { kind: "order"; place: SlotPlace; ids: SlotId[] }
  | { kind: "picture"; id: SlotId; file: File }
  | { kind: "remove"; id: SlotId };

async function send(change: SlotChange): Promise<string> {
  switch (change.kind) {
    case "add":
      return (await callWithMessage("POST /admin/slots", { body: change.fields })).message;
    case "change":
      return (await callWithMessage("PUT /admin/slots/:id", { params: { id: change.id }, body: change.changes }))
        .message;
    case "turn": {
      const body = { is_active: change.isActive };
      return (await callWithMessage("PUT /admin/slots/:id/state", { params: { id: change.id }, body })).message;
    }
    case "order":
      return (await callWithMessage("PUT /admin/slots", { body: { place: change.place, ids: change.ids } })).message;
    case "picture":
      await sendFile(slotRoutes.sendPicture, change.file, { params: { id: change.id } });
      return "The picture was changed.";
    case "remove":
      return (await callWithMessage("DELETE /admin/slots/:id", { params: { id: change.id } })).message;
  }
}

/** @param hasForm a form shows why it failed; otherwise, or if it was closed meanwhile, a toast does */
export function useChangeSlots({ hasForm, onDone }: { hasForm: boolean; onDone?: () => void }) {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    scope: { id: "slots" },
    mutationFn: send,
    onSuccess: (message) => {
      toast.success(message);
      if (isMounted()) onDone?.();
    },
    onError: (error) => {
      if (!hasForm || !isMounted()) toast.error(faultOf(error));
    },
    onSettled: () =>
      Promise.all([cache.invalidateQueries(staffSlots), cache.invalidateQueries({ queryKey: ["slots"] })]),
  });
}
