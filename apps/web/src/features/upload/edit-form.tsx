import type { ContentItem } from "@app/contract/contents";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type BaseSyntheticEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from "react";
import { Controller, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { firstFaultOf, isConflict, isNotFound, messageOf } from "#lib/api-error.ts";
import { focusOnMount } from "#lib/focus.ts";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { toast } from "#lib/toast.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Button } from "#ui/button.tsx";
import { LeaveGuard } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";
import { RestoredNotice } from "#ui/restored-notice.tsx";
import { ContentFields, showDraftFaults } from "./content-fields.tsx";
import {
  changedFields,
  draftName,
  type EditBase,
  editDraft,
  editedItem,
  mergeMine,
  toBase,
  useSaveItem,
  withAddedImages,
} from "./edit.queries.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { SetFields } from "./set-fields.tsx";
import { useOwnPicture } from "./thumbnail-picker.tsx";
import { pictureIn, toDraftRules, type UploadDraft } from "./upload-draft.ts";

type EditFormProps = {
  item: ContentItem;
  /** The item was deleted, so leaving loses nothing. */
  isDeleted: boolean;
  /** A dialog to choose any frame of the video; without it, there is none. */
  renderFrames?: ((dialog: { onClose: () => void; onChoose: (frame: File) => Promise<void> }) => ReactNode) | undefined;
};

/** The fields of a published item. Unsaved changes survive a reload, and never overwrite what another tab saved. */
export function EditForm({ item, isDeleted, renderFrames }: EditFormProps) {
  const edit = useEdit(item);
  const { form, isChanged } = edit;
  const [areFramesOpen, setFramesOpen] = useState(false);
  const [restoredPicture] = useState(() => pictureIn(form.getValues("thumbnail")));
  const ownPicture = useOwnPicture({
    restored: restoredPicture,
    onUploaded: (picture) => form.setValue("thumbnail", { picture }, { shouldDirty: true }),
    onDeleted: (id) => {
      if (pictureIn(form.getValues("thumbnail")) === id) form.setValue("thumbnail", edit.base.values.thumbnail);
    },
  });
  const rootFault = form.formState.errors.root?.message;
  return (
    <form
      onSubmit={(event) => void edit.submit(event)}
      noValidate
      aria-label="Details"
      // The bar at the bottom would cover what has the focus.
      className="flex flex-col gap-6 not-short:[&_:focus]:scroll-mb-24 not-short:max-sm:[&_:focus]:scroll-mb-36"
    >
      <LeaveGuard isNeeded={isChanged && !isDeleted} title="Leave without saving?">
        Your changes are not saved yet. They stay on this device until you come back or discard them.
      </LeaveGuard>
      {edit.isRestored && isChanged && <RestoredNotice onDiscard={edit.discard} />}
      <ContentFields
        type={item.type}
        channelId={item.channel.id}
        category={item.category}
        form={form}
        shown={{ fromS: item.trim_from_s, lengthS: item.length }}
        thumbnails={{
          ...thumbnailsOf(item, edit.base),
          ownPicture: { ...ownPicture, onOpenFrames: renderFrames && (() => setFramesOpen(true)) },
        }}
      />
      {areFramesOpen && renderFrames?.({ onClose: () => setFramesOpen(false), onChoose: ownPicture.choose })}
      <ImageFields item={item} form={form} revision={edit.base.revision} />
      {edit.theirs !== null && (
        <EditConflict
          base={edit.base.values}
          mine={edit.values}
          theirs={toBase(edit.theirs).values}
          category={edit.theirs.category}
          isSaving={edit.isSaving}
          onKeepMine={edit.keepMine}
          onTakeTheirs={edit.takeTheirs}
        />
      )}
      {rootFault && (
        // The bar is in view wherever one is in the form, and the end of the form is not.
        <div ref={focusOnMount} tabIndex={-1} className="rounded-control outline-none">
          <Notice tone="error">{rootFault}</Notice>
        </div>
      )}
      <SaveBar edit={edit} isSendingPicture={ownPicture.isSending} />
    </form>
  );
}

type ImageFieldsProps = { item: ContentItem; form: UseFormReturn<UploadDraft>; revision: number };

function ImageFields({ item, form, revision }: ImageFieldsProps) {
  if (item.type !== "image" || item.images.length === 0) return null;
  return (
    <Controller
      control={form.control}
      name="images"
      render={({ field }) => (
        <SetFields
          // Clears the announcement about unsaved changes once they are saved.
          key={revision}
          images={item.images}
          values={field.value}
          onChange={field.onChange}
          errors={form.formState.errors}
        />
      )}
    />
  );
}

type SaveBarProps = { edit: Pick<Edit, "isChanged" | "isSaving" | "discard">; isSendingPicture: boolean };

function SaveBar({ edit: { isChanged, isSaving, discard }, isSendingPicture }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 short:static -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-ground px-4 py-3 sm:-mx-0 sm:px-0">
      <Button type="submit" size="lg" busy={isSaving} disabled={!isChanged || isSendingPicture}>
        Save changes
      </Button>
      <Button variant="ghost" disabled={!isChanged || isSaving} onClick={discard}>
        Discard changes
      </Button>
      <p role="status" className="text-sm text-muted">
        {isChanged ? "Not saved yet" : ""}
      </p>
    </div>
  );
}

function thumbnailsOf(item: ContentItem, base: EditBase) {
  const { type, state, frames, thumbnail } = item;
  return {
    frames: type === "image" ? framesInOrder(item, base) : frames,
    awaitsFrames: type === "video" && state === "processing" && frames.length === 0,
    currentPicture: thumbnail !== null && frames.includes(thumbnail) ? null : thumbnail,
  };
}

/** The order can have been changed elsewhere meanwhile; a choice is a place in the one that is edited. */
function framesInOrder({ frames, images }: ContentItem, { values }: EditBase): string[] {
  return values.images.map(({ id }) => frames[images.findIndex((image) => image.id === id)] ?? "");
}

type Edit = {
  form: UseFormReturn<UploadDraft>;
  base: EditBase;
  values: UploadDraft;
  isChanged: boolean;
  /** The values come from an earlier visit. */
  isRestored: boolean;
  isSaving: boolean;
  /** What somebody else saved meanwhile; null if nobody did. */
  theirs: ContentItem | null;
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  discard: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
};

function useEdit(item: ContentItem): Edit {
  const name = draftName(item.id);
  const cache = useQueryClient();
  const save = useSaveItem(item.id);
  const [restored] = useState(() => readFormDraft(name, editDraft));
  const [isRestored, setRestored] = useState(restored !== null);
  const [base, setBase] = useState<EditBase>(() => restored?.base ?? toBase(item));
  const [theirs, setTheirs] = useState<ContentItem | null>(null);
  const storedDate = base.values.publish_at;
  const rules = useMemo(() => toDraftRules(storedDate), [storedDate]);
  const form = useForm<UploadDraft>({
    resolver: zodResolver(rules, VALIDATION_OPTIONS),
    defaultValues: restored?.values ?? base.values,
    shouldFocusError: true,
  });
  const values = useWatch({ control: form.control }) as UploadDraft;
  const isChanged = changedFields(base.values, values).length > 0;
  useSavedDraft(name, { base, values, isChanged });
  const takeIn = useEffectEvent((next: ContentItem) => {
    const draft = withAddedImages({ base, values: form.getValues() }, next);
    if (draft === null) return;
    setBase(draft.base);
    form.reset(draft.values);
  });
  useEffect(() => takeIn(item), [item]);

  function startFrom(next: ContentItem): void {
    const fresh = toBase(next);
    setBase(fresh);
    setTheirs(null);
    setRestored(false);
    form.reset(fresh.values);
  }

  /** What was typed since the click is not saved yet. */
  function keepLater(typed: UploadDraft, next: ContentItem): void {
    const merged = mergeMine(typed, form.getValues(), toBase(next).values, base.values.images);
    startFrom(next);
    form.reset(merged);
  }

  /** @param typed the values at the click, of which `sent` is the cleaned form */
  async function send(from: EditBase, sent: UploadDraft, typed: UploadDraft): Promise<void> {
    try {
      keepLater(typed, await save.mutateAsync({ base: from, values: sent }));
      toast.success("Your changes were saved.");
    } catch (error) {
      if (isNotFound(error))
        return form.setError("root", {
          message: `This ${TYPE_WORDS[item.type].name} was deleted, or you may no longer edit it.`,
        });
      // One about what others saved names their fields.
      if (!isConflict(error) || firstFaultOf(error) === null) return showDraftFaults(form, error);
      try {
        setTheirs(await cache.fetchQuery({ ...editedItem(item.id), staleTime: 0 }));
      } catch (failure) {
        form.setError("root", { message: messageOf(failure) });
      }
    }
  }

  return {
    form,
    base,
    values,
    isChanged,
    theirs,
    isRestored,
    isSaving: save.isPending,
    submit: form.handleSubmit((sent) => send(base, sent, form.getValues())),
    discard: () => startFrom(item),
    keepMine: () => {
      if (theirs === null) return;
      const next = toBase(theirs);
      const merged = mergeMine(base.values, values, next.values);
      setBase(next);
      setTheirs(null);
      form.reset(merged);
      void send(next, merged, merged);
    },
    takeTheirs: () => theirs && startFrom(theirs),
  };
}

/** Keeps unsaved changes on this device. */
function useSavedDraft(name: string, { base, values, isChanged }: Pick<Edit, "base" | "values" | "isChanged">): void {
  useEffect(() => {
    saveFormDraft(name, isChanged ? { base, values } : null);
  }, [name, base, values, isChanged]);
}
