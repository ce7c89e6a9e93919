import type { ContentItem } from "@app/contract/contents";
import { IMAGE_SET_MESSAGES, IMAGES_MAX } from "@app/contract/images";
import type { OpenUpload } from "@app/contract/uploads";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { LeaveGuard } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useAddImages } from "./edit.queries.ts";
import { FileDrop, FileFaults } from "./file-drop.tsx";
import { ImageCards, isSendingImage, useImageSet } from "./image-cards.tsx";
import { addImages, hasStoredSet, openImage, toImageForms } from "./image-set.ts";
import { LeftUploads, TakePhoto, usePaste } from "./image-sources.tsx";
import { faultsOfImages } from "./publish-images.tsx";
import { openImagesFor } from "./upload.queries.ts";
import type { UploadState } from "./upload-state.ts";

/** More images for a published set. @param isDeleted the set was deleted, so leaving loses nothing */
export function AddImages({ item, isDeleted }: { item: ContentItem; isDeleted: boolean }) {
  const open = useQuery({ ...openImagesFor(item.id), staleTime: Number.POSITIVE_INFINITY });
  const heading = useRef<HTMLHeadingElement>(null);
  const room = IMAGES_MAX - item.images.length;
  return (
    <section aria-labelledby="add-images" className="flex min-w-0 flex-col gap-4">
      <h2 ref={heading} id="add-images" tabIndex={-1} className="title text-2xl outline-none">
        Add images
      </h2>
      {open.isPending ? (
        <Skeleton className="h-24 w-full rounded-media" />
      ) : !open.data && hasStoredSet(item.id) ? (
        <LoadError error={open.error} isRetrying={open.isFetching} onRetry={() => void open.refetch()} />
      ) : room > 0 ? (
        <NewImages
          item={item}
          isDeleted={isDeleted}
          open={open.data ?? []}
          room={room}
          // The pressed button is gone.
          onAdded={() => heading.current?.focus()}
        />
      ) : (
        <p className="text-muted">{IMAGE_SET_MESSAGES.full}</p>
      )}
    </section>
  );
}

type NewImagesProps = {
  item: ContentItem;
  isDeleted: boolean;
  open: OpenUpload[];
  room: number;
  onAdded: () => void;
};

function NewImages({ item, isDeleted, open, room, onAdded }: NewImagesProps) {
  const images = useImageSet(item.id, open, room);
  const { set, setSet, add, faults, clearFaults } = images;
  const [states, setStates] = useState<Record<string, UploadState>>({});
  const save = useAddImages(item.id);
  const cache = useQueryClient();
  usePaste(save.isPending ? null : add);
  const isSending = set.some(({ key }) => isSendingImage(states[key]));
  const areChecked = set.every(({ key }) => states[key]?.phase === "checked");
  const left = open.filter(({ id }) => set.every((image) => image.uploadId !== id));
  const imageFaults = faultsOfImages(save.error);

  function send(): void {
    const forms = toImageForms(set);
    if (forms === null) return;
    save.mutate(forms, {
      onSuccess: () => {
        setSet([]);
        clearFaults();
        const used = new Set(forms.map((form) => form.upload_id));
        cache.setQueryData(openImagesFor(item.id).queryKey, (uploads) => uploads?.filter(({ id }) => !used.has(id)));
        onAdded();
        toast.success(forms.length === 1 ? "The image was added." : `${forms.length} images were added.`);
      },
    });
  }

  return (
    <>
      <LeaveGuard isNeeded={set.length > 0 && !isDeleted} title="Leave without adding the images?">
        They are not part of the set yet. You can continue here within 7 days.
      </LeaveGuard>
      {set.length > 0 && (
        <ImageCards
          images={images}
          open={open}
          itemId={item.id}
          faults={imageFaults}
          isLocked={save.isPending}
          onState={(key, state) => setStates((now) => ({ ...now, [key]: state }))}
        />
      )}
      {set.length < room ? (
        <>
          <FileDrop type="image" faults={faults} onFiles={add} isMultiple isSmall />
          <TakePhoto onFile={(file) => add([file])} />
          <LeftUploads left={left} onAdd={(uploads) => setSet((now) => addImages(now, uploads.map(openImage), room))} />
        </>
      ) : (
        <FileFaults faults={faults} />
      )}
      {set.length > 0 && (
        <div className="flex flex-col items-start gap-2">
          <Button size="lg" busy={save.isPending} disabled={!areChecked} onClick={send}>
            Add to the set
          </Button>
          {!areChecked && (
            <p className="text-sm text-muted">
              {isSending
                ? "You can add them as soon as the uploads finish."
                : "Please wait until every image is checked, and remove those that cannot be used."}
            </p>
          )}
          {save.isError && Object.keys(imageFaults).length === 0 && <FieldError>{messageOf(save.error)}</FieldError>}
        </div>
      )}
    </>
  );
}
