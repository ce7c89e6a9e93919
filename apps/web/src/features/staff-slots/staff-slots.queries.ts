import type { SlotId } from "@app/contract/ids";
import { type SlotPlace, type StaffSlot, slotRoutes } from "@app/contract/slots";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage, sendFile } from "#lib/api.ts";
import { firstFaultOf, messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";

export const staffSlots = queryOptions({
  queryKey: ["admin", "slots"],
  queryFn: ({ signal }) => call("GET /admin/slots", {}, signal),
});

export type SlotFields = Pick<StaffSlot, "place" | "sponsor" | "alt" | "link" | "starts_at" | "ends_at">;

export type SlotChange =
  | { kind: "add"; fields: SlotFields }
  | { kind: "change"; id: SlotId; fields: SlotFields; isActive: boolean }
  | { kind: "order"; place: SlotPlace; ids: SlotId[] }
  | { kind: "picture"; id: SlotId; file: File }
  | { kind: "remove"; id: SlotId };

async function send(change: SlotChange): Promise<string> {
  switch (change.kind) {
    case "add":
      return (await callWithMessage("POST /admin/slots", { body: change.fields })).message;
    case "change": {
      const body = { ...change.fields, is_active: change.isActive };
      return (await callWithMessage("PUT /admin/slots/:id", { params: { id: change.id }, body })).message;
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

/** @param hasForm a form shows why it failed; otherwise a toast does */
export function useChangeSlots({ hasForm, onDone }: { hasForm: boolean; onDone?: () => void }) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: "slots" },
    mutationFn: send,
    onSuccess: (message) => {
      toast.success(message);
      onDone?.();
    },
    onError: (error) => {
      if (!hasForm) toast.error(firstFaultOf(error) ?? messageOf(error));
    },
    onSettled: () =>
      Promise.all([cache.invalidateQueries(staffSlots), cache.invalidateQueries({ queryKey: ["slots"] })]),
  });
}
