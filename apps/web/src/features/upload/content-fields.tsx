import {
  CHAPTER_MIN_S,
  CHAPTERS_MIN,
  type ChapterFault,
  findChapterFault,
  listChapters,
  toChapters,
} from "@app/contract/chapters";
import {
  type ContentItem,
  type ContentType,
  DESCRIPTION_MAX_CHARS,
  TAGS_MAX,
  TITLE_MAX_CHARS,
} from "@app/contract/contents";
import { PUBLISH_AT_MAX_DAYS, PUBLISH_AT_MIN_MINUTES } from "@app/contract/schedule";
import { useQuery } from "@tanstack/react-query";
import { Controller, type FieldErrors, type UseFormReturn, useWatch } from "react-hook-form";
import { useIsTeamChannel } from "#lib/acting-channel.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { momentInWords, timeZone, toIso, toLocalTime } from "#lib/dates.ts";
import { counted, duration } from "#lib/format.ts";
import { categoryList } from "#lib/queries.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Field, RetryHint, Switch, TextArea, TextInput } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { TagsInput } from "./tags-input.tsx";
import { type OwnPicture, ThumbnailPicker } from "./thumbnail-picker.tsx";
import { toUnofferedName, type UploadDraft, uploadDraft, VISIBILITY_LABELS } from "./upload-draft.ts";

type ContentFieldsProps = {
  type: ContentType;
  /** Of a published item; otherwise it becomes one of the channel that the user acts for. */
  channelId?: string | undefined;
  /** Of a published item: listed even if it is no longer offered. */
  category?: ContentItem["category"] | undefined;
  form: UseFormReturn<UploadDraft>;
  /** The part of the video that viewers see; null while its length is unknown. */
  shown?: { fromS: number; lengthS: number | null } | null;
  /** What the thumbnail is chosen from; null if it is not chosen here. */
  thumbnails: {
    frames: string[];
    awaitsFrames: boolean;
    ownPicture: OwnPicture;
    /** The picture that a published item has, if it is none of the frames. */
    currentPicture?: string | null;
  } | null;
};

/** The details of an item, entered by its owner. */
export function ContentFields({ type, channelId, category, form, shown = null, thumbnails }: ContentFieldsProps) {
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const title = useWatch({ control, name: "title" });
  return (
    <div className="flex flex-col gap-6">
      <Field label="Title" hint={<TitleCounter length={title.length} />} error={errors.title?.message}>
        <TextInput {...register("title")} maxLength={TITLE_MAX_CHARS} autoComplete="off" />
      </Field>
      <Field
        label="Description"
        optional
        hint={type === "video" && <ChaptersHint form={form} shown={shown ?? WHOLE} />}
        error={errors.description?.message}
      >
        <TextArea {...register("description")} maxLength={DESCRIPTION_MAX_CHARS} submitsOnEnter={false} rows={6} />
      </Field>
      <CategoryField form={form} category={category} />
      <Field label="Tags" optional hint={`Up to ${TAGS_MAX}, separated by commas.`} error={toTagFault(errors)}>
        <Controller
          control={control}
          name="tags"
          render={({ field }) => <TagsInput tags={field.value} onChange={field.onChange} onBlur={field.onBlur} />}
        />
      </Field>
      {thumbnails !== null && <ThumbnailField {...thumbnails} type={type} control={control} />}
      <VisibilityField type={type} channelId={channelId} form={form} />
      <Switch
        label="Allow comments"
        error={errors.comments_open?.message}
        {...register("comments_open", { onChange: () => markChosen(form) })}
      />
      {type !== "video" && (
        <Switch label="Allow downloads" error={errors.downloads_open?.message} {...register("downloads_open")} />
      )}
    </div>
  );
}

/** By itself, the form takes a field as touched only once the focus leaves it. */
function markChosen({ clearErrors, getValues, setValue }: UseFormReturn<UploadDraft>): void {
  clearErrors("comments_open");
  setValue("comments_open", getValues("comments_open"), { shouldTouch: true });
}

/** Of the tags together, or else of the first that has one. */
function toTagFault({ tags }: FieldErrors<UploadDraft>): string | undefined {
  return tags?.message ?? tags?.find?.((fault) => fault !== undefined)?.message;
}

type ThumbnailFieldProps = NonNullable<ContentFieldsProps["thumbnails"]> & {
  type: ContentFieldsProps["type"];
  control: UseFormReturn<UploadDraft>["control"];
};

function ThumbnailField({ control, ...props }: ThumbnailFieldProps) {
  return (
    <Controller
      control={control}
      name="thumbnail"
      render={({ field, fieldState }) => (
        <ThumbnailPicker
          {...props}
          chosen={field.value}
          onChoose={field.onChange}
          onKeep={() => field.onChange(null)}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

const WHOLE = { fromS: 0, lengthS: null };

type ChaptersHintProps = {
  form: UseFormReturn<UploadDraft>;
  shown: NonNullable<ContentFieldsProps["shown"]>;
};

/** How chapters are written in a description, and whether those that are written there hold. */
function ChaptersHint({ form, shown }: ChaptersHintProps) {
  const description = useWatch({ control: form.control, name: "description" });
  const listed = listChapters(description);
  const [count, fault] = [listed.length, findChapterFault(listed)];
  const unseen = count - toChapters(description, shown).length;
  return (
    <>
      Lines such as “0:00 Kickoff” become chapters: at least {CHAPTERS_MIN}, at least {CHAPTER_MIN_S} seconds apart, the
      first at 0:00.
      {shown.fromS > 0 &&
        " Use the times of the whole video, before trimming. Viewers see them counted from the new start."}{" "}
      <span role="status" className="font-semibold text-text">
        {count > 0 && (fault ? `No chapters yet: ${toReason(fault, count)}` : toFound(count, unseen))}
      </span>
    </>
  );
}

function toFound(count: number, unseen: number): string {
  const found = `${counted(count, "chapter")} found`;
  return unseen === 0 ? `${found}.` : `${found}, ${unseen} of them outside of what viewers see.`;
}

function toReason(fault: ChapterFault, count: number): string {
  if (fault.kind === "not_at_start") return "the first time must be 0:00.";
  if (fault.kind === "too_few") return `${count} of at least ${CHAPTERS_MIN} found.`;
  return `${duration(fault.at.atS)} must come at least ${CHAPTER_MIN_S} seconds after the time above it.`;
}

function CategoryField({ form, category }: Pick<ContentFieldsProps, "form" | "category">) {
  const categories = useQuery(categoryList);
  const options = categories.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  if (categories.data && category && !options.some(({ value }) => value === category.id))
    options.push({ value: category.id, label: toUnofferedName(category) });
  return (
    <Controller
      control={form.control}
      name="category_id"
      render={({ field, fieldState }) => (
        <Field
          label="Category"
          hint={
            categories.isError && (
              <RetryHint onRetry={() => void categories.refetch()}>The categories could not be loaded.</RetryHint>
            )
          }
          error={fieldState.error?.message}
        >
          <Select
            ref={field.ref}
            name={field.name}
            placeholder={categories.isPending ? "Loading…" : "Choose a category"}
            options={options}
            // Until the list has loaded, no option matches the draft's category.
            value={options.some(({ value }) => value === field.value) ? field.value : ""}
            onChange={({ currentTarget }) => field.onChange(Number(currentTarget.value))}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    />
  );
}

/** Shows the server's faults at their fields and focuses the first; any other is shown above the button. */
export function showDraftFaults(form: UseFormReturn<UploadDraft>, error: unknown): void {
  const faults = error instanceof ApiError ? Object.entries(error.errors) : [];
  const elsewhere: string[] = [];
  let isFirst = true;
  for (const [field, messages] of faults) {
    const name = field.split(".")[0] ?? "";
    if (!isField(name)) {
      elsewhere.push(...messages);
      continue;
    }
    form.setError(name, { message: messages.join(" ") }, { shouldFocus: isFirst });
    isFirst = false;
  }
  if (faults.length === 0) elsewhere.push(messageOf(error));
  if (elsewhere.length > 0) form.setError("root", { message: elsewhere.join(" ") });
}

function isField(name: string): name is keyof UploadDraft {
  return name in uploadDraft.shape;
}

/** As below a text area. */
function TitleCounter({ length }: { length: number }) {
  return (
    <span className="score block text-right">
      {length}/{TITLE_MAX_CHARS}
    </span>
  );
}

function toVisibilityOptions(use: string, isTeam: boolean) {
  return [
    { value: "public", label: VISIBILITY_LABELS.public, hint: `Everyone can find and ${use} it.` },
    { value: "unlisted", label: VISIBILITY_LABELS.unlisted, hint: `Anyone with the link can ${use} it.` },
    {
      value: "private",
      label: VISIBILITY_LABELS.private,
      hint: `Only you ${isTeam ? "and your team " : ""}can ${use} it.`,
    },
    { value: "scheduled", label: VISIBILITY_LABELS.scheduled, hint: "Private until a date, then public." },
  ];
}

const MINUTE_MS = 60_000;
/** What is proposed: the next full hour that is at least this far away. */
const PROPOSED_AHEAD_MS = 60 * MINUTE_MS;

/** Who may see an item, and from when on. */
function VisibilityField({ type, channelId, form }: Pick<ContentFieldsProps, "type" | "channelId" | "form">) {
  const { register, control, setValue, getValues } = form;
  const { errors } = form.formState;
  const visibility = useWatch({ control, name: "visibility" });
  const isTeam = useIsTeamChannel(channelId);

  function proposeDate(): void {
    if (getValues("visibility") !== "scheduled" || getValues("publish_at") !== "") return;
    const at = new Date(Date.now() + PROPOSED_AHEAD_MS);
    if (at.getMinutes() > 0) at.setHours(at.getHours() + 1, 0, 0, 0);
    setValue("publish_at", toLocalTime(at), { shouldDirty: true });
  }

  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        legend="Visibility"
        options={toVisibilityOptions(TYPE_WORDS[type].use, isTeam)}
        error={errors.visibility?.message}
        {...register("visibility", { onChange: proposeDate })}
      />
      {visibility === "scheduled" && <DateField form={form} />}
    </div>
  );
}

function DateField({ form }: { form: UseFormReturn<UploadDraft> }) {
  const at = toIso(useWatch({ control: form.control, name: "publish_at" }));
  const error = form.formState.errors.publish_at?.message;
  const nowMs = Date.now();
  return (
    <Field
      label="Publish at"
      hint={
        <>
          Your time zone: {timeZone()}. At least {PUBLISH_AT_MIN_MINUTES} minutes from now.
          {at !== null && error === undefined && ` It becomes public on ${momentInWords(at)}.`}
        </>
      }
      error={error}
    >
      <TextInput
        type="datetime-local"
        min={toLocalTime(new Date(nowMs + PUBLISH_AT_MIN_MINUTES * MINUTE_MS))}
        max={toLocalTime(new Date(nowMs + PUBLISH_AT_MAX_DAYS * 24 * 60 * MINUTE_MS))}
        {...form.register("publish_at")}
      />
    </Field>
  );
}
