import type { ContentItem } from "@app/contract/contents";
import { useQuery } from "@tanstack/react-query";
import { momentInWords, toIso } from "#lib/dates.ts";
import { focusOnMount } from "#lib/focus.ts";
import { cutText } from "#lib/format.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { categoryList } from "#lib/queries.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { changedFields, type EditedField } from "./edit.queries.ts";
import { toUnofferedName, type UploadDraft, VISIBILITY_LABELS } from "./upload-draft.ts";

const SHOWN_CHARS = 200;
const SHOWN_TEXT_CHARS = 60;

const LABELS: Record<EditedField, string> = {
  title: "Title",
  description: "Description",
  category_id: "Category",
  tags: "Tags",
  visibility: "Visibility",
  publish_at: "Publish at",
  comments_open: "Comments",
  downloads_open: "Downloads",
  thumbnail: "Thumbnail",
  images: "Images",
};

type EditConflictProps = {
  /** What both began with. */
  base: UploadDraft;
  mine: UploadDraft;
  theirs: UploadDraft;
  /** Theirs, which has a name also if it is no longer offered. */
  category: ContentItem["category"];
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** It takes the focus, and passes it on to Save once one version is chosen. */
function takeFocus(box: HTMLElement | null): () => void {
  focusOnMount(box);
  return passFocusOn(box);
}

/** Shows what another tab or person saved meanwhile, and lets one choose. */
export function EditConflict(props: EditConflictProps) {
  const { base, mine, theirs, category, isSaving, onKeepMine, onTakeTheirs } = props;
  const toWords = useWords(base, category);
  const own = changedFields(base, mine);
  const changed = changedFields(base, theirs);
  return (
    <div ref={takeFocus} tabIndex={-1} className="rounded-control outline-none">
      <Notice tone="warning" title="This was changed in the meantime, in another tab or by someone else.">
        <dl className="my-3 flex flex-col gap-3">
          {changed.map((field) => (
            <div key={field} className="flex flex-col gap-1">
              <dt className="font-semibold">{LABELS[field]}</dt>
              <dd className="break-words">
                <span className="text-muted">Saved now: </span>
                {toWords(field, theirs)}
              </dd>
              {own.includes(field) && (
                <dd className="break-words">
                  <span className="text-muted">Yours: </span>
                  {toWords(field, mine)}
                </dd>
              )}
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-3">
          <Button size="sm" busy={isSaving} onClick={onKeepMine}>
            Keep mine
          </Button>
          <Button variant="secondary" size="sm" disabled={isSaving} onClick={onTakeTheirs}>
            Take theirs
          </Button>
        </div>
        <p className="mt-2 text-muted">
          “Keep mine” saves the fields that you changed and leaves all others as they are saved now. “Take theirs”
          discards your changes.
        </p>
      </Notice>
    </div>
  );
}

type ToWords = (field: EditedField, values: UploadDraft) => string;

/** @returns a function that writes a field's value as a person reads it */
function useWords(base: UploadDraft, category: ContentItem["category"]): ToWords {
  const { data: categories } = useQuery(categoryList);
  const nameOf = (id: UploadDraft["category_id"]) => {
    const offered = categories?.find((one) => one.id === id);
    if (offered) return offered.name;
    if (id !== category.id) return "Another one";
    return categories ? toUnofferedName(category) : category.name;
  };
  const words: Partial<Record<EditedField, (values: UploadDraft) => string>> = {
    category_id: (values) => nameOf(values.category_id),
    tags: ({ tags }) => tags.join(", ") || "None",
    comments_open: (values) => (values.comments_open ? "Allowed" : "Off"),
    downloads_open: (values) => (values.downloads_open ? "Allowed" : "Off"),
    visibility: ({ visibility }) => VISIBILITY_LABELS[visibility],
    thumbnail: ({ thumbnail }) => toThumbnailWords(thumbnail),
    images: ({ images }) => images.map((image) => toImageWords(image, base)).join("; "),
    publish_at: (values) => toMoment(values.publish_at),
  };
  return (field, values) => words[field]?.(values) ?? (cutText(String(values[field]), SHOWN_CHARS) || "Empty");
}

function toThumbnailWords(thumbnail: UploadDraft["thumbnail"]): string {
  if (thumbnail === null || "picture" in thumbnail) return "Another picture";
  return "image" in thumbnail ? "Another image" : "Another frame";
}

/** An image by its place in the set that both began with, and its texts. */
function toImageWords({ id, caption, alt }: UploadDraft["images"][number], base: UploadDraft): string {
  const place = base.images.findIndex((image) => image.id === id) + 1;
  const texts = [caption, alt].filter((text) => text !== "").map((text) => `“${cutText(text, SHOWN_TEXT_CHARS)}”`);
  return [`image ${place}`, ...texts].join(" ");
}

function toMoment(local: string): string {
  const at = toIso(local);
  return at === null ? "No date" : momentInWords(at);
}
