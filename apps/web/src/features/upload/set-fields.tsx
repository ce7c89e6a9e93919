import type { ContentImage } from "@app/contract/images";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldErrors } from "react-hook-form";
import { counted } from "#lib/format.ts";
import { FieldError } from "#ui/field.tsx";
import { isBeingDrawn } from "./edit.queries.ts";
import { focusItemAt, IconButton, ImageTexts } from "./image-card.tsx";
import type { UploadDraft } from "./upload-draft.ts";

type Values = UploadDraft["images"];

type SetFieldsProps = {
  images: readonly ContentImage[];
  values: Values;
  onChange: (values: Values) => void;
  errors: FieldErrors<UploadDraft>;
};

/** The pictures of a published set: their order, their texts, and which of them stay. */
export function SetFields({ images, values, onChange, errors }: SetFieldsProps) {
  const [moved, setMoved] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const fault = errors.images?.message ?? errors.images?.root?.message;

  function move(from: number, to: number): void {
    const value = values[from];
    if (!value) return;
    onChange(values.toSpliced(from, 1).toSpliced(to, 0, value));
    setMoved(`Image ${from + 1} is now image ${to + 1} of ${values.length}.`);
  }

  function remove(position: number): void {
    flushSync(() => {
      onChange(values.toSpliced(position, 1));
      setMoved(`Image ${position + 1} is removed once you save.`);
    });
    focusItemAt(list.current, position);
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-1.5 text-sm font-semibold">Images</legend>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {fault && <FieldError>{fault}</FieldError>}
      {values.length < images.length && (
        <p className="text-sm font-semibold">
          {counted(images.length - values.length, "image")} will be removed once you save.
        </p>
      )}
      <p className="text-sm text-muted">You can reorder and remove images, and edit their captions and descriptions.</p>
      <ol ref={list} className="flex flex-col gap-4">
        {values.map((value, position) => (
          <li
            key={value.id}
            tabIndex={-1}
            className="flex flex-col gap-4 rounded-media border border-line bg-raised p-4 sm:flex-row"
          >
            <div className="flex flex-col gap-3 sm:w-44 sm:shrink-0">
              <Thumbnail image={images.find(({ id }) => id === value.id)} />
              <div className="flex flex-wrap gap-1">
                <IconButton
                  label={`Move image ${position + 1} up`}
                  isDisabled={position === 0}
                  onClick={() => move(position, position - 1)}
                >
                  <ArrowUp aria-hidden size={18} />
                </IconButton>
                <IconButton
                  label={`Move image ${position + 1} down`}
                  isDisabled={position === values.length - 1}
                  onClick={() => move(position, position + 1)}
                >
                  <ArrowDown aria-hidden size={18} />
                </IconButton>
                <IconButton
                  label={`Remove image ${position + 1}`}
                  isDisabled={values.length === 1}
                  onClick={() => remove(position)}
                >
                  <Trash2 aria-hidden size={18} />
                </IconButton>
              </div>
            </div>
            <div className="min-w-0 grow">
              <ImageTexts
                of={`image ${position + 1}`}
                texts={value}
                isLocked={false}
                onChange={(changes) => onChange(values.with(position, { ...value, ...changes }))}
              />
            </div>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

function Thumbnail({ image }: { image: ContentImage | undefined }) {
  const url = image?.files.find(({ format }) => format === "webp")?.url;
  return (
    <>
      <div className="relative grid aspect-4/3 w-full place-items-center overflow-hidden rounded-control bg-lift">
        {url !== undefined && <img src={url} alt="" className="absolute inset-0 size-full object-contain" />}
        {image && isBeingDrawn(image) && (
          <p role="status" className="px-2 text-center text-sm text-muted">
            Being prepared…
          </p>
        )}
      </div>
      {image?.fault && <FieldError>{image.fault}</FieldError>}
    </>
  );
}
