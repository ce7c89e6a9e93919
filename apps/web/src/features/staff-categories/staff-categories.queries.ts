import { staffCategoryRoutes } from "@app/contract/categories";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage, sendFile } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";

export const staffCategories = queryOptions({
  queryKey: ["admin", "categories"],
  queryFn: ({ signal }) => call("GET /admin/categories", {}, signal),
});

export type CategoryChange =
  | { kind: "add"; name: string }
  | { kind: "change"; id: number; name: string; is_listed: boolean }
  | { kind: "order"; ids: number[] }
  | { kind: "picture"; id: number; file: File }
  | { kind: "merge"; id: number; into: number; reason: string };

async function send(change: CategoryChange): Promise<string> {
  switch (change.kind) {
    case "add":
      return (await callWithMessage("POST /admin/categories", { body: { name: change.name } })).message;
    case "change": {
      const { id, name, is_listed } = change;
      return (await callWithMessage("PUT /admin/categories/:id", { params: { id }, body: { name, is_listed } }))
        .message;
    }
    case "order":
      return (await callWithMessage("PUT /admin/categories", { body: { ids: change.ids } })).message;
    case "picture":
      await sendFile(staffCategoryRoutes.picture, change.file, { params: { id: change.id } });
      return "The picture was changed.";
    case "merge": {
      const { id, into, reason } = change;
      const body = { into, reason };
      return (await callWithMessage("POST /admin/categories/:id/merge", { params: { id }, body })).message;
    }
  }
}

/** @param hasForm a form shows why it failed; otherwise a toast does */
export function useChangeCategories({ hasForm, onDone }: { hasForm: boolean; onDone?: () => void }) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: "categories" },
    mutationFn: send,
    onSuccess: (message) => {
      toast.success(message);
      onDone?.();
    },
    onError: (error) => {
      if (!hasForm) toast.error(messageOf(error));
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries(staffCategories),
        // The menus and forms of the whole page show them.
        cache.invalidateQueries({ queryKey: ["categories"] }),
      ]),
  });
}
