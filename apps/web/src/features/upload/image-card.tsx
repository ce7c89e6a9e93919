import { ALT_MAX_CHARS, CAPTION_MAX_CHARS } from "@app/contract/images";
import type { OpenUpload } from "@app/contract/uploads";
import { clsx } from "clsx";
import { ArrowDown, ArrowUp, Crop, GripVertical, ImageOff, Star, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Field, FieldError, TextArea, TextInput } from "#ui/field.tsx";
import { ImageEditor, useImagePreview } from "./image-editor.tsx";
import type { ImageChanges, SetImage } from "./image-set.ts";
import { UploadLine } from "./image-upload-line.tsx";
import type { UploadState } from "./upload-state.ts";
import { type UploadControl, useUpload } from "./use-upload.ts";

type ImageCardProps = {
  image: SetImage;
  /** What the server had of it when the page was opened. */
  open: OpenUpload | null;
  /** The set that it is added to; null: a new one. */
  itemId: string | null;
  position: number;
  total: number;
  /** The server's fault about it. */
  fault: string | null;
  isLocked: boolean;
  onState: (state: UploadState) => void;
  onChange: (changes: ImageChanges) => void;
  /** Null for images that are added to a published set. */
  onThumbnail: (() => void) | null;
  isThumbnail: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDragEnter: () => void;
};

/** One image of the set: its upload, its texts and its place. */
export function ImageCard(props: ImageCardProps) {
  const { image, open } = props;
  const upload = useImageUpload(props);
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const remove = () => {
    upload.cancel();
    props.onRemove();
  };
  const source = image.file ?? upload.state.frames[0] ?? open?.frames[0] ?? null;
  const fault = upload.state.fault ?? props.fault;

  return (
    <li
      tabIndex={-1}
      onDragEnter={props.onDragEnter}
      onDragEnd={props.onDragEnd}
      className="flex flex-col gap-4 rounded-media border border-line bg-raised p-4 sm:flex-row"
    >
      <div className="flex flex-col gap-3 sm:w-60 sm:shrink-0">
        <Preview source={source} {...props} />
        <ImageActions
          {...props}
          onEdit={source === null ? null : () => setEditing(true)}
          onRemove={() => (isEdited(image) ? setAsking(true) : remove())}
        />
      </div>
      <div className="flex min-w-0 grow flex-col gap-4">
        <UploadLine upload={upload} image={image} open={open} />
        {fault !== null && <FieldError>{fault}</FieldError>}
        {upload.state.phase !== "refused" && <Texts {...props} />}
      </div>
      <AlertDialog
        isOpen={isAsking}
        title={`Remove ${image.fileName}?`}
        description="Its caption, alternative text, crop and rotation will be lost."
        confirmLabel="Remove"
        isDanger
        onCancel={() => setAsking(false)}
        onConfirm={remove}
      />
      {isEditing && source !== null && (
        <ImageEditor
          image={image}
          source={source}
          onClose={() => setEditing(false)}
          onSave={(edit) => {
            props.onChange(edit);
            setEditing(false);
          }}
        />
      )}
    </li>
  );
}

/** Removing it loses something that its file does not have. */
function isEdited({ caption, alt, crop, rotation }: SetImage): boolean {
  return caption !== "" || alt !== "" || crop !== null || rotation !== 0;
}

type ImageActionsProps = Pick<
  ImageCardProps,
  "image" | "position" | "total" | "isLocked" | "isThumbnail" | "onThumbnail" | "onMove" | "onRemove"
> & {
  /** Null while there is no picture to edit. */
  onEdit: (() => void) | null;
};

function ImageActions(props: ImageActionsProps) {
  const { image, position, total, isLocked, isThumbnail, onThumbnail, onMove, onEdit } = props;
  const name = `image ${position + 1}, ${image.fileName}`;
  return (
    <div className="flex flex-wrap">
      <IconButton
        label={`Move ${name} up`}
        isDisabled={isLocked || position === 0}
        onClick={() => onMove(position - 1)}
      >
        <ArrowUp aria-hidden size={18} />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        isDisabled={isLocked || position === total - 1}
        onClick={() => onMove(position + 1)}
      >
        <ArrowDown aria-hidden size={18} />
      </IconButton>
      <IconButton label={`Crop and rotate ${name}`} isDisabled={isLocked || onEdit === null} onClick={() => onEdit?.()}>
        <Crop aria-hidden size={18} />
      </IconButton>
      {onThumbnail && (
        <IconButton
          label={`Use ${name} as the thumbnail`}
          isDisabled={isLocked}
          isPressed={isThumbnail}
          onClick={onThumbnail}
        >
          <Star aria-hidden size={18} className={clsx(isThumbnail && "fill-current text-accent")} />
        </IconButton>
      )}
      <IconButton label={`Remove ${name}`} isDisabled={isLocked} onClick={props.onRemove}>
        <Trash2 aria-hidden size={18} />
      </IconButton>
    </div>
  );
}

/** Sends the image's file, or takes over what an earlier visit sent, and reports its state. */
function useImageUpload({ image, open, itemId, onState, onChange }: ImageCardProps): UploadControl {
  const upload = useUpload("image", itemId);
  const isBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    if (open !== null && open.offset_bytes >= open.size_bytes) upload.adopt(open);
    else if (image.file) void upload.choose(image.file, open);
  });
  useEffect(() => begin(), []);
  const { state } = upload;
  const report = useEffectEvent(onState);
  useEffect(() => report(state), [state]);
  const keep = useEffectEvent((uploadId: string) => onChange({ uploadId }));
  useEffect(() => {
    if (state.uploadId !== null) keep(state.uploadId);
  }, [state.uploadId]);
  return upload;
}

type PreviewProps = Pick<ImageCardProps, "image" | "isLocked" | "isThumbnail" | "onThumbnail" | "onDragStart"> & {
  source: File | string | null;
};

function Preview({ source, image, isLocked, isThumbnail, onThumbnail, onDragStart }: PreviewProps) {
  const url = useImagePreview(source, image);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have the buttons below
    <div
      draggable={!isLocked}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        onDragStart();
      }}
      className={clsx(
        "relative grid aspect-4/3 w-full place-items-center overflow-hidden rounded-control bg-lift",
        !isLocked && "cursor-grab",
      )}
    >
      {url === null ? (
        <ImageOff aria-hidden size={32} className="stroke-[1.5] text-muted" />
      ) : (
        <img src={url} alt="" draggable={false} className="absolute inset-0 size-full object-contain" />
      )}
      <GripVertical aria-hidden size={20} className="absolute top-2 left-2 rounded-control bg-scrim text-on-scrim" />
      {onThumbnail && isThumbnail && (
        <span className="absolute top-2 right-2 rounded-control bg-scrim px-1.5 text-sm text-on-scrim">Thumbnail</span>
      )}
    </div>
  );
}

type IconButtonProps = {
  label: string;
  isDisabled: boolean;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** After an item of a list is removed with its button, the one in its place gets the focus. @param position of the removed one */
export function focusItemAt(list: HTMLElement | null, position: number): void {
  const items = list?.children;
  const next = items?.[Math.min(position, items.length - 1)];
  if (next instanceof HTMLElement) next.focus();
}

export function IconButton({ label, isDisabled, isPressed, onClick, children }: IconButtonProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

type Texts = { caption: string; alt: string };

function Texts({ image, isLocked, onChange }: Pick<ImageCardProps, "image" | "isLocked" | "onChange">) {
  return <ImageTexts of={image.fileName} texts={image} isLocked={isLocked} onChange={onChange} />;
}

type ImageTextsProps = {
  /** What the image is called. */
  of: string;
  texts: Texts;
  isLocked: boolean;
  onChange: (changes: Partial<Texts>) => void;
};

/** What is said about an image, and for people who cannot see it. */
export function ImageTexts({ of, texts: { alt, caption }, isLocked, onChange }: ImageTextsProps) {
  return (
    <fieldset disabled={isLocked} className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">Description and caption of {of}</legend>
      <Field
        label="Description for people who cannot see it"
        optional
        hint={alt === "" ? "Say in a sentence what the image shows. Screen readers read it out." : undefined}
      >
        <TextInput
          value={alt}
          onChange={({ currentTarget }) => onChange({ alt: currentTarget.value })}
          maxLength={ALT_MAX_CHARS}
          autoComplete="off"
        />
      </Field>
      <Field label="Caption" optional>
        <TextArea
          value={caption}
          onChange={({ currentTarget }) => onChange({ caption: currentTarget.value })}
          maxLength={CAPTION_MAX_CHARS}
          submitsOnEnter={false}
          rows={2}
        />
      </Field>
    </fieldset>
  );
}
