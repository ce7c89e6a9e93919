import {
  type ContentType,
  DESCRIPTION_MAX_CHARS,
  TAG_MAX_CHARS,
  TAGS_MAX,
  TITLE_MAX_CHARS,
} from "@app/contract/contents";
import { PUBLISH_AT_MAX_DAYS, PUBLISH_AT_MIN_MINUTES } from "@app/contract/schedule";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { momentInWords, timeZone, toIso, toLocalTime } from "#lib/dates.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Field, FieldError, Switch, TextArea, TextInput } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { ChaptersHint } from "./chapters-hint.tsx";
import { type OwnPicture, ThumbnailPicker } from "./thumbnail-picker.tsx";
import { categoryList } from "./upload.queries.ts";
import { addTags, leftOf, type UploadDraft, uploadDraft } from "./upload-draft.ts";

type TagsInputProps = { tags: string[]; onChange: (tags: string[]) => void; onBlur: () => void };

type ContentFieldsProps = {
  type: ContentType;
  form: UseFormReturn<UploadDraft>;
  isTrimmed?: boolean;
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
export function ContentFields({ type, form, isTrimmed = false, thumbnails }: ContentFieldsProps) {
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const title = useWatch({ control, name: "title" });
  const tagFault = errors.tags?.message ?? errors.tags?.find?.((fault) => fault !== undefined)?.message;
  return (
    <div className="flex flex-col gap-6">
      <Field label="Title" hint={<TitleCounter length={title.length} />} error={errors.title?.message}>
        <TextInput {...register("title")} maxLength={TITLE_MAX_CHARS} autoComplete="off" />
      </Field>
      <Field
        label="Description"
        optional
        hint={type === "video" && <ChaptersHint form={form} isTrimmed={isTrimmed} />}
        error={errors.description?.message}
      >
        <TextArea {...register("description")} maxLength={DESCRIPTION_MAX_CHARS} submitsOnEnter={false} rows={6} />
      </Field>
      <CategoryField form={form} />
      <Field label="Tags" optional hint={`Up to ${TAGS_MAX}, separated by commas.`} error={tagFault}>
        <Controller
          control={control}
          name="tags"
          render={({ field }) => <TagsInput tags={field.value} onChange={field.onChange} onBlur={field.onBlur} />}
        />
      </Field>
      {thumbnails !== null && (
        <Controller
          control={control}
          name="thumbnail"
          render={({ field, fieldState }) => (
            <ThumbnailPicker
              {...thumbnails}
              type={type}
              chosen={field.value}
              onChoose={field.onChange}
              onKeep={() => field.onChange(null)}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
      <VisibilityField type={type} form={form} />
      <Switch label="Allow comments" error={errors.comments_open?.message} {...register("comments_open")} />
      {type !== "video" && (
        <Switch label="Allow downloads" error={errors.downloads_open?.message} {...register("downloads_open")} />
      )}
    </div>
  );
}

function CategoryField({ form }: { form: UseFormReturn<UploadDraft> }) {
  const categories = useQuery(categoryList);
  const options = categories.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const retry = (
    <button type="button" className="font-semibold text-accent underline" onClick={() => void categories.refetch()}>
      Retry
    </button>
  );
  return (
    <Controller
      control={form.control}
      name="category_id"
      render={({ field, fieldState }) => (
        <Field
          label="Category"
          hint={categories.isError && <>The categories could not be loaded. {retry}</>}
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

/** A comma, Enter or leaving the field adds the typed tag; Backspace in the empty field removes the last one. */
function TagsInput({ tags, onChange, onBlur }: TagsInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const isFull = tags.length >= TAGS_MAX;

  function add(text: string): void {
    const next = addTags(tags, text);
    onChange(next);
    // What is too much stays to be seen.
    setTyped(next.length < TAGS_MAX ? "" : leftOf(text, next));
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && typed.trim() !== "") {
      event.preventDefault();
      add(typed);
    }
    if (event.key === "Backspace" && typed === "" && tags.length > 0) onChange(tags.slice(0, -1));
  }

  return (
    <div className="flex flex-col gap-2">
      <TextInput
        ref={input}
        value={typed}
        readOnly={isFull}
        placeholder={isFull ? "" : "e.g. basketball, highlights"}
        onChange={({ currentTarget: { value } }) => (value.includes(",") ? add(value) : setTyped(value))}
        onKeyDown={press}
        onBlur={() => {
          if (typed.trim() !== "") add(typed);
          onBlur();
        }}
        maxLength={TAG_MAX_CHARS * TAGS_MAX}
        autoComplete="off"
        enterKeyHint="done"
      />
      {isFull && typed !== "" && <FieldError>{TAGS_MAX} tags are added. There is no room for the rest.</FieldError>}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li
              key={tag}
              className="flex max-w-full items-center rounded-control border border-line bg-lift pl-2.5 text-sm"
            >
              <span className="truncate">{tag}</span>
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => {
                  onChange(tags.filter((other) => other !== tag));
                  input.current?.focus();
                }}
                className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:text-text touch:size-11"
              >
                <X aria-hidden size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows the server's faults at their fields; any other is shown above the button. */
export function showDraftFaults(form: UseFormReturn<UploadDraft>, error: unknown): void {
  const faults = error instanceof ApiError ? Object.entries(error.errors) : [];
  const elsewhere: string[] = [];
  for (const [field, messages] of faults) {
    const name = field.split(".")[0] ?? "";
    if (isField(name)) form.setError(name, { message: messages.join(" ") }, { shouldFocus: true });
    else elsewhere.push(...messages);
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

function toVisibilityOptions(use: string) {
  return [
    { value: "public", label: "Public", hint: `Everyone can find and ${use} it.` },
    { value: "unlisted", label: "Unlisted", hint: `Anyone with the link can ${use} it.` },
    { value: "private", label: "Private", hint: `Only you can ${use} it.` },
    { value: "scheduled", label: "Scheduled", hint: "Private until a date, then public." },
  ];
}

const MINUTE_MS = 60_000;
/** What is proposed: the next full hour that is at least this far away. */
const PROPOSED_AHEAD_MS = 60 * MINUTE_MS;

/** Who may see an item, and from when on. */
function VisibilityField({ type, form }: { type: ContentType; form: UseFormReturn<UploadDraft> }) {
  const { register, control, setValue, getValues } = form;
  const { errors } = form.formState;
  const visibility = useWatch({ control, name: "visibility" });

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
        options={toVisibilityOptions(TYPE_WORDS[type].use)}
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
