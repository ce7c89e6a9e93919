import type { ContentType } from "@app/contract/contents";
import type { PictureId } from "@app/contract/ids";
import { THUMBNAIL_PART, type ThumbnailChoice } from "@app/contract/thumbnails";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Film, ImagePlus } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { ApiError, isUnknownId, messageOf } from "#lib/api-error.ts";
import { findPictureFault } from "#lib/picture-check.ts";
import { UnstyledButton } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { FileLabel } from "#ui/file-label.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { sentPicture, useUploadPicture } from "./upload.queries.ts";
import type { UploadDraft } from "./upload-draft.ts";

export type OwnPicture = {
  /** As the server has it; null until one has been sent. */
  picture: { id: PictureId; url: string } | null;
  isSending: boolean;
  fault: string | null;
  choose: (file: File) => Promise<void>;
  /** Opens a dialog to choose any frame of the video; without it, there is none. */
  onOpenFrames?: (() => void) | undefined;
};

const ACCEPTED = `${THUMBNAIL_PART.types.join(",")},.jpg,.jpeg,.png`;

type PictureTileProps = Pick<OwnPicture, "picture" | "isSending" | "choose"> & { describedBy: string | undefined };

type ThumbnailPickerProps = {
  type: ContentType;
  /** Three frames of the video, extracted some seconds after the upload. */
  frames: string[];
  /** More frames are still to come. */
  awaitsFrames?: boolean;
  /** Null if the choice is unknown. */
  chosen: UploadDraft["thumbnail"];
  onChoose: (choice: ThumbnailChoice) => void;
  /** Goes back to `currentPicture`. */
  onKeep?: () => void;
  ownPicture: OwnPicture;
  /** The picture that the item has, if it is none of the frames; null otherwise. */
  currentPicture?: string | null;
  error?: string | undefined;
};

const PLACES = [0, 1, 2];

/** The picture that represents the item in lists: one of its frames, or a custom one. */
export function ThumbnailPicker(props: ThumbnailPickerProps) {
  const { type, frames, awaitsFrames = false, ownPicture, currentPicture = null, error } = props;
  const { chosen, onChoose, onKeep } = props;
  const name = useId();
  const { picture, onOpenFrames } = ownPicture;
  const fault = ownPicture.fault ?? error;
  const choice = (label: string, value: ThumbnailChoice | null, picture: string): ReactNode => (
    <ChoiceTile
      key={label}
      name={name}
      label={label}
      picture={picture}
      isChosen={JSON.stringify(value) === JSON.stringify(chosen)}
      onChoose={() => (value === null ? onKeep?.() : onChoose(value))}
    />
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={`${name}-hint`}>
      <legend className="mb-1.5 text-sm font-semibold">Thumbnail</legend>
      <div className={clsx(GRID, isSingleTile(props) && "max-w-60")}>
        {currentPicture !== null && choice("Current picture", null, currentPicture)}
        {listFrames(type, frames).map(({ label, value, picture }) => choice(label, value, picture))}
        {awaitsFrames && <FrameSkeletons after={frames.length} />}
        {picture !== null && choice("Your own picture", { picture: picture.id }, picture.url)}
        {onOpenFrames && <FrameTile onOpen={onOpenFrames} isDisabled={ownPicture.isSending} />}
        <PictureTile {...ownPicture} describedBy={fault ? `${name}-fault` : undefined} />
      </div>
      <Hint id={`${name}-hint`} type={type} frames={frames} awaitsFrames={awaitsFrames} />
      {fault && <FieldError id={`${name}-fault`}>{fault}</FieldError>}
    </fieldset>
  );
}

/** Only an own picture can be chosen. */
function isSingleTile({ frames, awaitsFrames, currentPicture }: ThumbnailPickerProps): boolean {
  return !awaitsFrames && frames.every((frame) => frame === "") && !currentPicture;
}

function FrameSkeletons({ after }: { after: number }) {
  return PLACES.slice(after).map((place) => <Skeleton key={place} className="aspect-video still:animate-none" />);
}

type FrameChoice = { label: string; value: ThumbnailChoice; picture: string };

function listFrames(type: ContentType, frames: readonly string[]): FrameChoice[] {
  const toChoice = (picture: string, at: number): FrameChoice => {
    if (type === "image") return { label: `Image ${at + 1} of ${frames.length}`, value: { image: at }, picture };
    const label = type === "document" ? "First page" : `Frame ${at + 1} of ${PLACES.length}`;
    return { label, value: { frame: at }, picture };
  };
  // An image that was just added has no picture yet.
  return frames.map(toChoice).filter(({ picture }) => picture !== "");
}

type HintProps = { id: string } & Pick<ThumbnailPickerProps, "type" | "frames" | "awaitsFrames">;

function Hint({ id, type, frames, awaitsFrames }: HintProps) {
  return (
    <p id={id} className="text-sm text-muted">
      {type === "document" && "Unless you choose a picture, the first page is the thumbnail. "}
      {awaitsFrames && frames.length === 0 && "Three frames to choose from appear here soon after the upload. "}
      Your own picture: jpeg, jpg or png, up to 10 MB, best at 16:9.
    </p>
  );
}

type ChoiceTileProps = { name: string; label: string; picture: string; isChosen: boolean; onChoose: () => void };

function ChoiceTile({ name, label, picture, isChosen, onChoose }: ChoiceTileProps) {
  return (
    <label className={CHOICE_TILE}>
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        aria-label={label}
        className="peer absolute inset-0 cursor-pointer opacity-0"
      />
      <img src={picture} alt="" width={320} height={180} className="aspect-video w-full bg-lift object-cover" />
      <span
        aria-hidden
        className="absolute inset-x-0 bottom-0 hidden bg-accent py-0.5 text-center text-xs font-semibold text-on-accent peer-checked:block"
      >
        Chosen
      </span>
    </label>
  );
}

const GRID = "grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2";

const CHOICE_TILE =
  "relative cursor-pointer overflow-hidden rounded-control border-2 border-line has-checked:border-accent " +
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent";

const DASHED_TILE =
  "relative grid aspect-video place-items-center overflow-hidden rounded-control border-2 border-dashed border-edge " +
  "bg-raised p-1 text-center text-sm font-semibold hover:border-accent";

function FrameTile({ onOpen, isDisabled }: { onOpen: () => void; isDisabled: boolean }) {
  return (
    <UnstyledButton className={clsx(DASHED_TILE, "disabled:opacity-55")} onClick={onOpen} disabled={isDisabled}>
      <span className="flex flex-col items-center gap-1">
        <Film aria-hidden size={20} />
        Choose a frame
      </span>
    </UnstyledButton>
  );
}

/** Beside the frames: opens the system's file picker. */
function PictureTile({ picture, isSending, choose, describedBy }: PictureTileProps) {
  return (
    <FileLabel
      className={clsx(DASHED_TILE, "has-disabled:opacity-55")}
      accept={ACCEPTED}
      disabled={isSending}
      aria-invalid={describedBy === undefined ? undefined : true}
      aria-describedby={describedBy}
      onFiles={([picture]) => void choose(picture)}
    >
      <span className="flex flex-col items-center gap-1">
        {isSending ? <Spinner size={20} /> : <ImagePlus aria-hidden size={20} />}
        {isSending ? "Uploading…" : picture === null ? "Your own picture" : "Another picture"}
      </span>
    </FileLabel>
  );
}

type OwnPictureProps = {
  /** Of a draft: asked of the server, which keeps it for a day. */
  restored?: string | null;
  onUploaded: (id: PictureId) => void;
  /** The server has deleted the restored one. */
  onDeleted?: (id: string | null) => void;
};

/** A custom thumbnail. It becomes the item's only once the form is saved. */
export function useOwnPicture({ restored = null, onUploaded, onDeleted }: OwnPictureProps): OwnPicture {
  const [fault, setFault] = useState<string | null>(null);
  const [sent, setSent] = useState<OwnPicture["picture"]>(null);
  const { mutateAsync, isPending } = useUploadPicture();
  const { data: found = null, error } = useQuery(sentPicture(restored));
  const isDeleted = isUnknownId(error);
  const reportDeleted = useEffectEvent(() => onDeleted?.(restored));
  useEffect(() => {
    if (isDeleted) reportDeleted();
  }, [isDeleted]);

  /** A refused picture leaves the previous one in place. */
  async function choose(file: File): Promise<void> {
    setFault(null);
    const foundFault = await findPictureFault(file, THUMBNAIL_PART.maxBytes);
    if (foundFault !== null) return setFault(foundFault);
    try {
      const picture = await mutateAsync(file);
      setSent(picture);
      onUploaded(picture.id);
    } catch (problem) {
      setFault(sentenceOf(problem));
    }
  }

  return { picture: sent ?? found, isSending: isPending, fault, choose };
}

/** The picture's own fault is more helpful than 'please check the marked fields'. */
function sentenceOf(error: unknown): string {
  const faults = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return faults.length > 0 ? faults.join(" ") : messageOf(error);
}
