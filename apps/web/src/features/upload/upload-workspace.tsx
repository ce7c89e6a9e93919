import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type UseFormReturn, useForm } from "react-hook-form";
import { isNotAllowed, isNotFound } from "#lib/api-error.ts";
import { saveFormDraft } from "#lib/form-drafts.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Notice } from "#ui/notice.tsx";
import { ContentFields, showDraftFaults } from "./content-fields.tsx";
import { PublishBar } from "./publish-bar.tsx";
import { useOwnPicture } from "./thumbnail-picker.tsx";
import { commentsDefault, isUnanswered, usePublish } from "./upload.queries.ts";
import { UploadCard } from "./upload-card.tsx";
import {
  carryOver,
  defaultThumbnail,
  draftRules,
  emptyDraft,
  pictureIn,
  readDraft,
  type TypedBefore,
  type UploadDraft,
  uploadDraftName,
} from "./upload-draft.ts";
import { canBePublished, isReadyToPublish, isUploading, isUseless } from "./upload-state.ts";
import type { UploadControl } from "./use-upload.ts";

type UploadWorkspaceProps = {
  upload: UploadControl;
  /** About the file that this one replaces, because that could not be used. */
  typedBefore: TypedBefore | null;
  /** Called with what was typed when another file is to be chosen for this one, and with null when the upload is given up. */
  onLeave: (typed: TypedBefore | null) => void;
};

/** The running upload beside the form about the item. */
export function UploadWorkspace({ upload, typedBefore, onLeave }: UploadWorkspaceProps) {
  const { state, dispatch } = upload;
  const name = uploadDraftName(state);
  // An upload that began earlier is about another file.
  const isNew = state.uploadId === null;
  const carried = typedBefore && isNew ? carryOver(typedBefore, state.fileName, upload.type) : null;
  const form = useDraftForm(name, emptyDraft(state.fileName, upload.type), carried);
  const publish = useSubmit(upload, form, name);
  const [restoredPicture] = useState(() => pictureIn(form.getValues("thumbnail")));
  const ownPicture = useOwnPicture({
    restored: restoredPicture,
    onUploaded: (picture) => form.setValue("thumbnail", { picture }),
    onDeleted: (id) => {
      if (pictureIn(form.getValues("thumbnail")) === id) form.setValue("thumbnail", defaultThumbnail(upload.type));
    },
  });

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="lg:sticky lg:top-24 lg:order-last">
        <UploadCard
          {...upload}
          cancel={() => {
            saveFormDraft(name, null);
            const isUnusable = isUseless(state) || state.phase === "stopped";
            onLeave(isUnusable ? { fileName: state.fileName, values: form.getValues() } : null);
            upload.cancel();
          }}
        />
      </div>
      <form
        onSubmit={(event) => void publish(event)}
        noValidate
        aria-label={`About the ${TYPE_WORDS[upload.type].name}`}
        className="flex flex-col gap-6"
      >
        <fieldset disabled={state.publish !== "no"} className="min-w-0">
          <ContentFields
            type={upload.type}
            form={form}
            thumbnails={{
              frames: state.frames,
              awaitsFrames: upload.type === "video" && state.awaitsFrames,
              ownPicture,
            }}
          />
        </fieldset>
        {form.formState.errors.root?.message && <Notice tone="error">{form.formState.errors.root.message}</Notice>}
        <PublishBar
          publish={state.publish}
          waiting="Publishing when the upload finishes."
          isDisabled={ownPicture.isSending || !canBePublished(state)}
          onEdit={() => dispatch({ type: "publish_withdrawn" })}
        >
          {isUploading(state) && (
            <p className="text-sm text-muted">You can publish now. It takes effect as soon as the upload finishes.</p>
          )}
        </PublishBar>
      </form>
    </div>
  );
}

/** @returns the form's submit handler: publishes at once, or when the upload completes */
function useSubmit(
  { type, state, dispatch, checkRole }: Pick<UploadControl, "type" | "state" | "dispatch" | "checkRole">,
  form: UseFormReturn<UploadDraft>,
  name: string,
): (event: BaseSyntheticEvent) => Promise<void> {
  const { mutate } = usePublish(type);
  const submitted = useRef<UploadDraft | null>(null);
  const isAgain = useRef(false);

  const send = useEffectEvent(() => {
    if (state.uploadId === null || submitted.current === null) return;
    dispatch({ type: "publish_sent" });
    mutate(
      { uploadId: state.uploadId, values: submitted.current, isAgain: isAgain.current },
      {
        onSuccess: ({ id }) => {
          saveFormDraft(name, null);
          dispatch({ type: "published", contentId: id });
        },
        onError: (error) => {
          isAgain.current ||= isUnanswered(error);
          // A field takes the focus only once the form is enabled.
          flushSync(() => dispatch({ type: "publish_withdrawn" }));
          if (isNotFound(error)) return void checkRole().then(() => dispatch({ type: "gone" }));
          showDraftFaults(form, error);
          if (isNotAllowed(error)) void checkRole();
        },
      },
    );
  });

  const isDue = isReadyToPublish(state);
  useEffect(() => {
    if (isDue) send();
  }, [isDue]);

  return form.handleSubmit((values) => {
    submitted.current = values;
    dispatch({ type: "publish_requested" });
  });
}

const DEFAULT_LOST = "We could not load your channel's setting. Please choose here.";

/**
 * The form of one file. Whatever is typed survives a reload.
 * @param carried what was typed about a file that this one replaces
 */
export function useDraftForm(
  name: string,
  empty: UploadDraft,
  carried: UploadDraft | null = null,
): UseFormReturn<UploadDraft> {
  const [draft] = useState(() => carried ?? readDraft(name));
  const form = useForm<UploadDraft>({
    resolver: zodResolver(draftRules, VALIDATION_OPTIONS),
    defaultValues: draft ?? empty,
    shouldFocusError: true,
  });
  const { subscribe, setValue, setError, clearErrors, getFieldState } = form;
  const { data: { opens_comments: opensComments } = {}, isLoadingError } = useQuery(commentsDefault);
  useEffect(() => {
    if (draft !== null || getFieldState("comments_open").isTouched) return;
    if (isLoadingError) setError("comments_open", { message: DEFAULT_LOST });
    if (opensComments === undefined) return;
    setValue("comments_open", opensComments);
    clearErrors("comments_open");
  }, [opensComments, isLoadingError, draft, getFieldState, setValue, setError, clearErrors]);
  useEffect(() => {
    if (draft !== null) saveFormDraft(name, draft);
  }, [name, draft]);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveFormDraft(name, values) }),
    [subscribe, name],
  );
  return form;
}
