import type { ContentItem } from "@app/contract/contents";
import { IMAGES_MAX } from "@app/contract/images";
import type { OpenUpload } from "@app/contract/uploads";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useActingChannel, useKeepChannel } from "#lib/acting-channel.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ContentFields } from "./content-fields.tsx";
import { FileDrop, FileFaults, findFileFault, isSameFile } from "./file-drop.tsx";
import { ImageCard } from "./image-card.tsx";
import {
  addImages,
  changeImage,
  hasStoredSet,
  moveImage,
  newImage,
  openImage,
  readSet,
  type SetImage,
  saveSet,
  setFormName,
} from "./image-set.ts";
import { LeftUploads, TakePhoto, usePaste } from "./image-sources.tsx";
import { ImagesPublishBar, usePublishing } from "./publish-images.tsx";
import { PublishedPanel } from "./published-panel.tsx";
import { openUploads, openUploadsOf } from "./upload.queries.ts";
import { StorageMeter } from "./upload-chooser.tsx";
import { emptyDraft } from "./upload-draft.ts";
import { LeaveGuard } from "./upload-file.tsx";
import { isUploading, type UploadState } from "./upload-state.ts";
import { useDraftForm } from "./upload-workspace.tsx";

/** From choosing images to their item. */
export function UploadImages() {
  const open = useQuery({ ...openUploadsOf("image"), staleTime: Number.POSITIVE_INFINITY });
  const cache = useQueryClient();
  const channelId = useActingChannel()?.id ?? "own";
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
  if (open.isPending) return <Skeleton className="h-72 w-full max-w-4xl rounded-media" />;
  return (
    <ImagesOf key={channelId} channelId={channelId} takesFocus={takesFocus} open={open} onPublished={setPublished} />
  );
}

type ImagesOfProps = {
  channelId: string;
  /** After another set. */
  takesFocus: boolean;
  open: UseQueryResult<OpenUpload[]>;
  onPublished: (item: ContentItem) => void;
};

/** What was begun for one channel. Without the list of uploads, only new images can be uploaded. */
function ImagesOf({ channelId, takesFocus, open, onPublished }: ImagesOfProps) {
  const [hasSet] = useState(() => hasStoredSet(channelId));
  if (hasSet && open.data === undefined)
    return <LoadError error={open.error} isRetrying={open.isFetching} onRetry={() => void open.refetch()} />;
  return (
    <ImageWorkspace channelId={channelId} takesFocus={takesFocus} open={open.data ?? []} onPublished={onPublished} />
  );
}

type ImageWorkspaceProps = Omit<ImagesOfProps, "open"> & { open: OpenUpload[] };

function ImageWorkspace({ channelId, takesFocus, open, onPublished }: ImageWorkspaceProps) {
  const { set, setSet, add, faults } = useImageSet(channelId, open);
  useKeepChannel(set.length > 0);
  const [states, setStates] = useState<Record<string, UploadState>>({});
  const [moved, setMoved] = useState("");
  const dragged = useRef<string | null>(null);
  const form = useDraftForm(setFormName(channelId), emptyDraft("", "image"));
  const publishing = usePublishing({ channelId, set, states, form, onPublished });
  const isLocked = publishing.phase !== "no";
  usePaste(isLocked ? null : add);
  const known = set.flatMap((image) => image.uploadId ?? []);
  const left = open.filter(({ id }) => !known.includes(id));
  const isSending = set.some(({ key }) => isSendingImage(states[key]));

  function move(image: SetImage, to: number): void {
    setSet((now) => moveImage(now, image.key, to));
    setMoved(`${image.fileName} is now image ${to + 1} of ${set.length}.`);
  }

  const chooser = (
    <>
      <FileDrop
        type="image"
        faults={faults}
        onFiles={add}
        isMultiple
        isSmall={set.length > 0}
        takesFocus={takesFocus && set.length === 0}
      />
      <TakePhoto onFile={(file) => add([file])} />
    </>
  );
  if (set.length === 0)
    return (
      <div className="flex max-w-4xl flex-col gap-8">
        <LeftUploads left={left} onAdd={(uploads) => setSet((now) => addImages(now, uploads.map(openImage)))} />
        {chooser}
        <StorageMeter />
      </div>
    );
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <LeaveGuard isNeeded={isSending || isLocked} />
      <section aria-label="Images" className="flex min-w-0 flex-col gap-4">
        <p role="status" className="sr-only">
          {moved}
        </p>
        <ol className="flex flex-col gap-4">
          {set.map((image, position) => (
            <ImageCard
              key={image.key}
              image={image}
              open={open.find(({ id }) => id === image.uploadId) ?? null}
              position={position}
              total={set.length}
              fault={publishing.faults[position] ?? null}
              isLocked={isLocked}
              onState={(state) => setStates((now) => ({ ...now, [image.key]: state }))}
              onChange={(changes) => setSet((now) => changeImage(now, image.key, changes))}
              onMove={(to) => move(image, to)}
              onRemove={() => setSet((now) => now.filter(({ key }) => key !== image.key))}
              onDragStart={() => {
                dragged.current = image.key;
              }}
              onDragEnd={() => {
                dragged.current = null;
              }}
              onDragEnter={() => {
                const moving = set.find(({ key }) => key === dragged.current);
                if (moving && moving.key !== image.key && !isLocked) move(moving, position);
              }}
            />
          ))}
        </ol>
        {!isLocked && (set.length < IMAGES_MAX ? chooser : <FileFaults faults={faults} />)}
        {!isLocked && set.length < IMAGES_MAX && (
          <LeftUploads left={left} onAdd={(uploads) => setSet((now) => addImages(now, uploads.map(openImage)))} />
        )}
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

/** The images of the set, with what was typed about them: it survives a reload. */
function useImageSet(channelId: string, open: OpenUpload[]) {
  const [stored] = useState(() => readSet(channelId, open));
  const [set, setSet] = useState(stored);
  const [faults, setFaults] = useState<readonly string[]>([]);
  /** Also counts images that are not rendered yet. */
  const size = useRef(stored.length);
  useEffect(() => {
    size.current = set.length;
    if (set !== stored) saveSet(channelId, set);
  }, [channelId, set, stored]);

  async function addChecked(files: readonly File[]): Promise<void> {
    const { good, refused } = await checkFiles(files);
    const room = Math.max(0, IMAGES_MAX - size.current);
    const surplus = good.slice(room).map(({ name }) => `${name}: A set can have at most ${IMAGES_MAX} images.`);
    setFaults([...refused, ...surplus]);
    const images = good.slice(0, room).map((file) => {
      const resumed = open.find((upload) => isSameFile(file, upload));
      return { ...newImage(file), uploadId: resumed?.id ?? null };
    });
    size.current += images.length;
    setSet((now) => addImages(now, images));
  }
  return { set, setSet, faults, add: (files: readonly File[]) => void addChecked(files) };
}

/** @returns the files that can be uploaded, and why the others cannot */
async function checkFiles(files: readonly File[]): Promise<{ good: File[]; refused: string[] }> {
  const faults = await Promise.all(files.map((file) => findFileFault(file, "image")));
  return {
    good: files.filter((_, at) => faults[at] === null),
    refused: files.flatMap(({ name }, at) => (faults[at] ? `${name}: ${faults[at]}` : [])),
  };
}

function isSendingImage(state: UploadState | undefined): boolean {
  return state !== undefined && isUploading(state);
}
