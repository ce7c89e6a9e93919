import { contentFields } from "@app/contract/contents";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { ContentFields } from "./content-fields.tsx";
import { useOwnPicture } from "./thumbnail-picker.tsx";
import { usePublish } from "./upload.queries.ts";
import { UploadCard } from "./upload-card.tsx";
import {
  type ContentDraft,
  contentDraft,
  deleteDraft,
  draftKey,
  emptyDraft,
  readDraft,
  saveDraft,
} from "./upload-draft.ts";
import { canBePublished, isReadyToPublish, isUploading, type UploadState } from "./upload-state.ts";
import type { UploadControl } from "./use-upload.ts";

const rules = z.object({ ...contentFields, thumbnail: contentDraft.shape.thumbnail });

/** The file on its way on one side, what there is to say about it on the other. */
export function UploadWorkspace({ upload }: { upload: UploadControl }) {
  const { state, dispatch } = upload;
  const key = draftKey(state);
  const form = useContentForm(key, state.fileName);
  const publish = usePublishing(upload, form, key);
  const ownPicture = useOwnPicture((picture) => form.setValue("thumbnail", { picture }));

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="lg:sticky lg:top-24 lg:order-last">
        <UploadCard
          {...upload}
          cancel={() => {
            deleteDraft(key);
            upload.cancel();
          }}
        />
      </div>
      <form
        onSubmit={(event) => void publish(event)}
        noValidate
        aria-label="About the video"
        className="flex flex-col gap-6"
      >
        <fieldset disabled={state.publish !== "no"} className="min-w-0">
          <ContentFields form={form} frames={state.frames} awaitsFrames={state.awaitsFrames} ownPicture={ownPicture} />
        </fieldset>
        {form.formState.errors.root?.message && <Notice tone="error">{form.formState.errors.root.message}</Notice>}
        <PublishBar
          state={state}
          isHeld={ownPicture.isSending}
          onTakeBack={() => dispatch({ type: "publish_unwanted" })}
        />
      </form>
    </div>
  );
}

type PublishBarProps = {
  state: UploadState;
  /** Something the form needs is still on its way. */
  isHeld: boolean;
  onTakeBack: () => void;
};

function PublishBar({ state, isHeld, onTakeBack }: PublishBarProps) {
  if (state.publish === "wanted") {
    const action = (
      <Button variant="secondary" size="sm" onClick={onTakeBack}>
        Change something
      </Button>
    );
    return (
      <Notice tone="good" title="Everything is set." action={action}>
        <p role="status">
          It is published by itself as soon as the upload has finished. Keep this page open until then.
        </p>
      </Notice>
    );
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button type="submit" size="lg" busy={state.publish === "sending"} disabled={isHeld || !canBePublished(state)}>
        Publish
      </Button>
      {isUploading(state) && (
        <p className="text-sm text-muted">You can publish now: it goes out as soon as the upload has finished.</p>
      )}
    </div>
  );
}

/** @returns the form's submit: it publishes at once, or on arrival while bytes are missing */
function usePublishing(
  { state, dispatch }: Pick<UploadControl, "state" | "dispatch">,
  form: UseFormReturn<ContentDraft>,
  key: string,
): (event: BaseSyntheticEvent) => Promise<void> {
  const { mutate } = usePublish();
  const wanted = useRef<ContentDraft | null>(null);

  const send = useEffectEvent(() => {
    if (state.uploadId === null || wanted.current === null) return;
    dispatch({ type: "publish_sent" });
    mutate(
      { uploadId: state.uploadId, values: wanted.current },
      {
        onSuccess: ({ id }) => {
          deleteDraft(key);
          dispatch({ type: "published", contentId: id });
        },
        onError: (error) => {
          dispatch({ type: "publish_unwanted" });
          showFaults(form, error);
        },
      },
    );
  });

  const isDue = isReadyToPublish(state);
  useEffect(() => {
    if (isDue) send();
  }, [isDue]);

  return form.handleSubmit((values) => {
    wanted.current = values;
    dispatch({ type: "publish_wanted" });
  });
}

/** The form of one file. Every letter of it outlives a reload. */
function useContentForm(key: string, fileName: string): UseFormReturn<ContentDraft> {
  const form = useForm<ContentDraft>({
    resolver: zodResolver(rules, VALIDATION_OPTIONS),
    defaultValues: readDraft(key) ?? emptyDraft(fileName),
    shouldFocusError: true,
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(key, values) }),
    [subscribe, key],
  );
  return form;
}

/** Puts each fault that the server found in its place; what has no place in the form stands above its button. */
function showFaults(form: UseFormReturn<ContentDraft>, error: unknown): void {
  const faults = error instanceof ApiError ? Object.entries(error.errors) : [];
  const elsewhere: string[] = [];
  for (const [field, messages] of faults) {
    const name = field.split(".")[0] ?? "";
    if (isField(name)) form.setError(name, { message: messages.join(" ") }, { shouldFocus: true });
    else elsewhere.push(...messages);
  }
  if (faults.length === 0) elsewhere.push(messageOf(error));
  if (elsewhere.length > 0) form.setError("root", { message: elsewhere.join(" ") });
}

function isField(name: string): name is keyof ContentDraft {
  return name in contentDraft.shape;
}
