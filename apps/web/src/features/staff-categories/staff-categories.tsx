import {
  CATEGORY_NAME_MAX_CHARS,
  CATEGORY_PICTURE,
  type StaffCategory,
  staffCategoryRoutes,
} from "@app/contract/staff-categories";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ImageUp } from "lucide-react";
import { useRef, useState } from "react";
import { call, callWithMessage, sendFile } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { counted } from "#lib/format.ts";
import { onlyChanged } from "#lib/only-changed.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, Switch, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { MoveButtons } from "#ui/move-buttons.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type Open = { kind: "edit"; category: StaffCategory | null } | { kind: "merge"; category: StaffCategory };

/** Every category in its order, offered or not. */
export function StaffCategories() {
  const query = useQuery(staffCategories);
  const order = useChangeCategories({ hasForm: false });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  if (query.isPending) return <Skeleton className="h-96 w-full rounded-media" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  const all = query.data;
  return (
    <>
      <Button variant="secondary" className="self-start" onClick={() => setOpen({ kind: "edit", category: null })}>
        Add a category
      </Button>
      <ol className="flex flex-col divide-y divide-line rounded-media border border-line bg-raised">
        {all.map((category, at) => (
          <li key={category.id} className="flex flex-wrap items-center gap-3 p-3">
            <Picture category={category} />
            <div className="min-w-40 flex-1">
              <p className="font-semibold break-words">{category.name}</p>
              <p className="text-sm text-muted">
                {category.is_listed ? "Offered" : "Not offered"} · {counted(category.items, "item")} ·{" "}
                {counted(category.profiles, "profile")}
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <MoveButtons
                name={category.name}
                ids={all.map(({ id }) => id)}
                at={at}
                isDisabled={order.isPending}
                onMove={(ids) => order.mutate({ kind: "order", ids })}
              />
              {category.is_reserved ? (
                <span className="w-36 text-center text-sm text-muted">Reserved</span>
              ) : (
                <div className="flex w-36 justify-end gap-2">
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Edit ${category.name}`}
                    onClick={() => setOpen({ kind: "edit", category })}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Merge ${category.name}`}
                    onClick={() => setOpen({ kind: "merge", category })}
                  >
                    Merge
                  </Button>
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
      {open?.kind === "edit" && <EditDialog category={open.category} onClose={close} />}
      {open?.kind === "merge" && <MergeDialog category={open.category} all={all} onClose={close} />}
    </>
  );
}

/** Shows the picture, and changes it. */
function Picture({ category }: { category: StaffCategory }) {
  const input = useRef<HTMLInputElement>(null);
  const save = useChangeCategories({ hasForm: false });
  return (
    <div className="relative size-14 shrink-0 overflow-hidden rounded-control bg-lift">
      {category.image !== null && (
        <img src={category.image} alt="" width={56} height={56} className="size-full object-cover" />
      )}
      {!category.is_reserved && (
        <>
          <button
            type="button"
            aria-label={`Change the picture of ${category.name}`}
            aria-busy={save.isPending || undefined}
            onClick={() => input.current?.click()}
            className={clsx(
              "absolute inset-0 flex items-center justify-center focus-visible:-outline-offset-2",
              category.image === null
                ? "text-muted hover:text-text"
                : "bg-scrim text-on-scrim opacity-0 transition-opacity hover:opacity-100 focus-visible:opacity-100 touch:opacity-100",
            )}
          >
            <ImageUp aria-hidden size={20} />
          </button>
          <input
            ref={input}
            type="file"
            hidden
            accept={CATEGORY_PICTURE.types.join()}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) save.mutate({ kind: "picture", id: category.id, file });
              target.value = "";
            }}
          />
        </>
      )}
    </div>
  );
}

function EditDialog({ category, onClose }: { category: StaffCategory | null; onClose: () => void }) {
  const [name, setName] = useState(category === null ? "" : category.name);
  const [isListed, setListed] = useState(category === null || category.is_listed);
  const save = useChangeCategories({ hasForm: true, onDone: onClose });
  const refused = save.error instanceof ApiError ? save.error.errors.name?.join(" ") : undefined;
  return (
    <Dialog isOpen onClose={onClose} title={category === null ? "Add a category" : "Edit a category"}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (save.isPending) return;
          if (category === null) save.mutate({ kind: "add", name });
          else
            save.mutate({
              kind: "change",
              id: category.id,
              changes: onlyChanged(category, { name, is_listed: isListed }),
            });
        }}
      >
        <Field label="Name" error={refused ?? (save.error ? messageOf(save.error) : undefined)}>
          <TextInput
            maxLength={CATEGORY_NAME_MAX_CHARS}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {category !== null && (
          <Switch
            label="Offered"
            hint="If off, nobody can choose it anymore. What is already in it stays."
            checked={isListed}
            onChange={({ target }) => setListed(target.checked)}
          />
        )}
        <Button type="submit" busy={save.isPending} className="self-end">
          {category === null ? "Add" : "Save"}
        </Button>
      </form>
    </Dialog>
  );
}

type MergeDialogProps = { category: StaffCategory; all: readonly StaffCategory[]; onClose: () => void };

function MergeDialog({ category, all, onClose }: MergeDialogProps) {
  const [into, setInto] = useState("");
  const [fault, setFault] = useState<string | undefined>(undefined);
  const merge = useChangeCategories({ hasForm: true, onDone: onClose });
  const refused = merge.error instanceof ApiError ? merge.error.errors.into?.join(" ") : undefined;
  const others = all.filter((one) => one.id !== category.id && !one.is_reserved && one.is_listed);
  return (
    <ReasonDialog
      title={`Merge ${category.name}`}
      description={`${counted(category.items, "item")} and ${counted(category.profiles, "profile")} move into the other category, and ${category.name} is no longer offered. This cannot be undone.`}
      confirmLabel="Merge"
      hint="For the audit log."
      isDanger
      busy={merge.isPending}
      error={refused === undefined ? merge.error : null}
      onConfirm={(reason) => {
        setFault(into === "" ? "Please choose a category." : undefined);
        if (into !== "") merge.mutate({ kind: "merge", id: category.id, into: Number(into), reason });
      }}
      onClose={onClose}
    >
      <Field label="Into" error={fault ?? refused}>
        <Select
          placeholder="Choose a category"
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={into}
          onChange={({ target }) => setInto(target.value)}
        />
      </Field>
    </ReasonDialog>
  );
}

const staffCategories = queryOptions({
  queryKey: ["admin", "categories"],
  queryFn: ({ signal }) => call("GET /admin/categories", {}, signal),
});

type CategoryChange =
  | { kind: "add"; name: string }
  | { kind: "change"; id: number; changes: Partial<Pick<StaffCategory, "name" | "is_listed">> }
  | { kind: "order"; ids: number[] }
  | { kind: "picture"; id: number; file: File }
  | { kind: "merge"; id: number; into: number; reason: string };

async function send(change: CategoryChange): Promise<string> {
  switch (change.kind) {
    case "add":
      return (await callWithMessage("POST /admin/categories", { body: { name: change.name } })).message;
    case "change":
      return (await callWithMessage("PUT /admin/categories/:id", { params: { id: change.id }, body: change.changes }))
        .message;
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

/** @param hasForm a form shows why it failed; otherwise, or if it was closed meanwhile, a toast does */
function useChangeCategories({ hasForm, onDone }: { hasForm: boolean; onDone?: () => void }) {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    scope: { id: "categories" },
    mutationFn: send,
    onSuccess: (message) => {
      toast.success(message);
      if (isMounted()) onDone?.();
    },
    onError: (error) => {
      if (!hasForm || !isMounted()) toast.error(messageOf(error));
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries(staffCategories),
        // The menus and forms of the whole page show them.
        cache.invalidateQueries({ queryKey: ["categories"] }),
      ]),
  });
}
