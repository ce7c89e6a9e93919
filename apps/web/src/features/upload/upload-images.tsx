import type { ContentItem } from "@app/contract/contents";
import { IMAGES_MAX } from "@app/contract/images";
import type { OpenUpload } from "@app/contract/uploads";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useActingChannel, useLockChannelSwitch, useLostChannel } from "#lib/acting-channel.ts";
import { hasFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ContentFields } from "./content-fields.tsx";
import { FileDrop, FileFaults } from "./file-drop.tsx";
import { ImageCards, isSendingImage, useImageSet } from "./image-cards.tsx";
import { addImages, hasStoredSet, openImage, setFormName } from "./image-set.ts";
import { LeftUploads, TakePhoto, usePaste } from "./image-sources.tsx";
import { ImagesPublishBar, usePublishing } from "./publish-images.tsx";
import { PublishedPanel } from "./published-panel.tsx";
import { openUploads, openUploadsOf } from "./upload.queries.ts";
import { StorageMeter } from "./upload-chooser.tsx";
import { emptyDraft, readDraft } from "./upload-draft.ts";
import { UploadGuard } from "./upload-file.tsx";
import type { UploadState } from "./upload-state.ts";
import { useDraftForm } from "./upload-workspace.tsx";

/** From choosing images to their item. */
export function UploadImages() {
  const cache = useQueryClient();
  const channelId = useActingChannel()?.id ?? "own";
  const lost = useLostChannel();
  const [published, setPublished] = useState<ContentItem | null>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  if (published) {
    const another = () => {
      void cache.invalidateQueries(openUploads);
      setPublished(null);
      setTakesFocus(true);
    };
    return <PublishedPanel contentId={published.id} onAnother={another} />;
  }
  return (
    <ImagesOf
      key={channelId}
      channelId={channelId}
      lostChannelId={lost?.id ?? null}
      takesFocus={takesFocus || lost !== null}
      onPublished={setPublished}
    />
  );
}

type ImagesOfProps = {
  channelId: string;
  /** What was typed for this one is kept. */
  lostChannelId: string | null;
  /** After another set, or one that went with a role. */
  takesFocus: boolean;
  onPublished: (item: ContentItem) => void;
};

/** What was begun for one channel. Without the list of uploads, only new images can be uploaded. */
function ImagesOf(props: ImagesOfProps) {
  const { channelId } = props;
  const open = useQuery({
    ...openUploadsOf("image"),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
  });
  const [hasSet] = useState(() => hasStoredSet(channelId));
  // Sticky: a later failure must not close what is being written.
  const [isReady, setReady] = useState(!hasSet);
  // A list from another page lacks what has been uploaded since, and its images would be lost from the draft.
  const isCurrent = open.isFetchedAfterMount;
  if (!isReady && isCurrent && open.isSuccess) setReady(true);
  if (!isCurrent) return <Skeleton className="h-72 w-full max-w-4xl rounded-media" />;
  if (!isReady)
    return <LoadError error={open.error} isRetrying={open.isFetching} onRetry={() => void open.refetch()} />;
  return <ImageWorkspace {...props} open={open.data ?? []} />;
}

type ImageWorkspaceProps = ImagesOfProps & { open: OpenUpload[] };

function ImageWorkspace({ channelId, lostChannelId, takesFocus, open, onPublished }: ImageWorkspaceProps) {
  const images = useImageSet(channelId, open);
  const { set, setSet, add, faults } = images;
  useLockChannelSwitch(set.length > 0);
  const [states, setStates] = useState<Record<string, UploadState>>({});
  const form = useSetForm(channelId, lostChannelId);
  const publishing = usePublishing({ channelId, set, states, form, onPublished });
  const isLocked = publishing.phase !== "no";
  const keepsImages = isLocked || publishing.isUnsure;
  // After the last image was removed, the focus goes back to where it was chosen.
  const [hadImages, setHadImages] = useState(set.length > 0);
  if (set.length > 0 && !hadImages) setHadImages(true);
  usePaste(keepsImages ? null : add);
  const isSending = set.some(({ key }) => isSendingImage(states[key]));

  const known = set.flatMap((image) => image.uploadId ?? []);
  const left = (
    <LeftUploads
      left={open.filter(({ id }) => !known.includes(id))}
      onAdd={(uploads) => setSet((now) => addImages(now, uploads.map(openImage)))}
    />
  );
  const chooser = (
    <>
      <FileDrop
        type="image"
        faults={faults}
        onFiles={add}
        isMultiple
        isSmall={set.length > 0}
        takesFocus={(takesFocus || hadImages) && set.length === 0}
      />
      <TakePhoto onFile={(file) => add([file])} />
    </>
  );
  if (set.length === 0)
    return (
      <div className="flex max-w-4xl flex-col gap-8">
        {left}
        {chooser}
        <StorageMeter />
      </div>
    );
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <UploadGuard isUploading={isSending} isPublishing={isLocked} />
      <section aria-label="Images" className="flex min-w-0 flex-col gap-4">
        <ImageCards
          images={images}
          open={open}
          faults={publishing.faults}
          isLocked={keepsImages}
          onState={(key, state) => setStates((now) => ({ ...now, [key]: state }))}
        />
        <MoreImages isLocked={keepsImages} isFull={set.length >= IMAGES_MAX} faults={faults}>
          {chooser}
          {left}
        </MoreImages>
      </section>
      <form
        onSubmit={(event) => void publishing.submit(event)}
        noValidate
        aria-label="About the images"
        className="flex flex-col gap-6 lg:sticky lg:top-24"
      >
        <fieldset disabled={isLocked} className="min-w-0">
          <ContentFields type="image" form={form} thumbnails={null} />
        </fieldset>
        {form.formState.errors.root?.message && <Notice tone="error">{form.formState.errors.root.message}</Notice>}
        <ImagesPublishBar {...publishing} isSending={isSending} />
      </form>
    </div>
  );
}

/** The form of the set. What was typed for a channel whose role was lost moves to it, once. */
function useSetForm(channelId: string, lostChannelId: string | null): ReturnType<typeof useDraftForm> {
  const name = setFormName(channelId);
  const [carried] = useState(() =>
    lostChannelId === null || hasFormDraft(name) ? null : readDraft(setFormName(lostChannelId)),
  );
  useEffect(() => {
    if (carried !== null && lostChannelId !== null) saveFormDraft(setFormName(lostChannelId), null);
  }, [carried, lostChannelId]);
  return useDraftForm(name, emptyDraft("", "image"), carried);
}

type MoreImagesProps = {
  isLocked: boolean;
  isFull: boolean;
  faults: ComponentProps<typeof FileFaults>["faults"];
  children: ReactNode;
};

/** A full set takes no more, and says why. */
function MoreImages({ isLocked, isFull, faults, children }: MoreImagesProps) {
  if (isLocked) return null;
  return isFull ? <FileFaults faults={faults} /> : children;
}
