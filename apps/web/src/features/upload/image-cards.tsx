import { IMAGES_MAX } from "@app/contract/images";
import type { OpenUpload } from "@app/contract/uploads";
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { findFileFault, isSameFile } from "./file-drop.tsx";
import { focusItemAt, ImageCard } from "./image-card.tsx";
import {
  addImages,
  changeImage,
  chooseThumbnail,
  moveImage,
  newImage,
  readSet,
  type SetImage,
  saveSet,
  thumbnailOf,
} from "./image-set.ts";
import { isUploading, type UploadState } from "./upload-state.ts";

export type ChosenImages = {
  set: SetImage[];
  setSet: Dispatch<SetStateAction<SetImage[]>>;
  /** Why files were not added. */
  faults: readonly string[];
  clearFaults: () => void;
  add: (files: readonly File[]) => void;
};

/**
 * The chosen images, with what was typed about them: it survives a reload.
 * @param owner the channel of a new set, or the set that they are added to
 * @param room how many there may be
 */
export function useImageSet(owner: string, open: OpenUpload[], room: number = IMAGES_MAX): ChosenImages {
  const [stored] = useState(() => readSet(owner, open));
  const [set, setSet] = useState(stored);
  const [faults, setFaults] = useState<readonly string[]>([]);
  /** Also counts images that are not rendered yet. */
  const size = useRef(stored.length);
  useEffect(() => {
    size.current = set.length;
    if (set !== stored) saveSet(owner, set);
  }, [owner, set, stored]);

  async function addChecked(files: readonly File[]): Promise<void> {
    const { good, refused } = await checkFiles(files);
    const left = Math.max(0, room - size.current);
    const surplus = good.slice(left).map(({ name }) => `${name}: A set can have at most ${IMAGES_MAX} images.`);
    const known = set.flatMap(({ uploadId }) => uploadId ?? []);
    const images = good.slice(0, left).map((file) => {
      const resumed = open.find((upload) => isSameFile(file, upload));
      return { ...newImage(file), uploadId: resumed?.id ?? null };
    });
    const again = images.filter(({ uploadId }) => uploadId !== null && known.includes(uploadId));
    setFaults([...refused, ...surplus, ...again.map(({ fileName }) => `${fileName}: This image was added already.`)]);
    size.current += images.length - again.length;
    setSet((now) => addImages(now, images, room));
  }
  return { set, setSet, faults, clearFaults: () => setFaults([]), add: (files) => void addChecked(files) };
}

/** @returns the files that can be uploaded, and why the others cannot */
async function checkFiles(files: readonly File[]): Promise<{ good: File[]; refused: string[] }> {
  const faults = await Promise.all(files.map((file) => findFileFault(file, "image")));
  return {
    good: files.filter((_, at) => faults[at] === null),
    refused: files.flatMap(({ name }, at) => (faults[at] ? `${name}: ${faults[at]}` : [])),
  };
}

type ImageCardsProps = {
  images: Pick<ChosenImages, "set" | "setSet">;
  /** What the server had of them when the page was opened. */
  open: OpenUpload[];
  /** The set that they are added to; without it, a new one. */
  itemId?: string;
  /** The server's faults, by the image's place. */
  faults: Readonly<Record<number, string>>;
  isLocked: boolean;
  onState: (key: string, state: UploadState) => void;
};

/** The chosen images in their order, which is changed by drag and by buttons. */
export function ImageCards({ images: { set, setSet }, open, itemId, faults, isLocked, onState }: ImageCardsProps) {
  const [moved, setMoved] = useState("");
  const dragged = useRef<{ key: string; from: number } | null>(null);
  const list = useRef<HTMLOListElement>(null);

  function remove(image: SetImage, position: number): void {
    flushSync(() => {
      setSet((now) => now.filter(({ key }) => key !== image.key));
      setMoved(`${image.fileName} was removed.`);
    });
    focusItemAt(list.current, position);
  }

  function move(image: SetImage, to: number): void {
    setSet((now) => moveImage(now, image.key, to));
    setMoved(`${image.fileName} is now image ${to + 1} of ${set.length}.`);
  }

  return (
    <>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ol
        ref={list}
        // The browser takes a drop only where both are prevented: here also between two images.
        onDragEnter={(event) => event.preventDefault()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          dragged.current = null;
        }}
        className="flex flex-col gap-4"
      >
        {set.map((image, position) => (
          <ImageCard
            key={image.key}
            image={image}
            open={open.find(({ id }) => id === image.uploadId) ?? null}
            itemId={itemId ?? null}
            position={position}
            total={set.length}
            fault={faults[position] ?? null}
            isLocked={isLocked}
            onState={(state) => onState(image.key, state)}
            onChange={(changes) => setSet((now) => changeImage(now, image.key, changes))}
            onThumbnail={itemId === undefined ? () => setSet((now) => chooseThumbnail(now, image.key)) : null}
            isThumbnail={position === thumbnailOf(set)}
            onMove={(to) => move(image, to)}
            onRemove={() => remove(image, position)}
            onDragStart={() => {
              dragged.current = { key: image.key, from: position };
            }}
            onDragEnd={() => {
              // It was not dropped: Escape ended the drag, or it was let go outside of the list.
              const from = dragged.current?.from ?? position;
              dragged.current = null;
              if (from !== position && !isLocked) move(image, from);
            }}
            onDragEnter={() => {
              const moving = set.find(({ key }) => key === dragged.current?.key);
              if (moving && moving.key !== image.key && !isLocked) move(moving, position);
            }}
          />
        ))}
      </ol>
    </>
  );
}

export function isSendingImage(state: UploadState | undefined): boolean {
  return state !== undefined && isUploading(state);
}
