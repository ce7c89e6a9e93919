import type { ContentType } from "@app/contract/contents";
import { PUBLISH_AT_MAX_DAYS, PUBLISH_AT_MIN_MINUTES } from "@app/contract/schedule";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { momentInWords, timeZone, toIso, toLocalTime } from "#lib/dates.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Field, TextInput } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { UploadDraft } from "./upload-draft.ts";

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
export function VisibilityField({ type, form }: { type: ContentType; form: UseFormReturn<UploadDraft> }) {
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
  const nowMs = Date.now();
  return (
    <Field
      label="Publish at"
      hint={
        <>
          Your time zone: {timeZone()}. At least {PUBLISH_AT_MIN_MINUTES} minutes from now.
          {at !== null && ` It becomes public on ${momentInWords(at)}.`}
        </>
      }
      error={form.formState.errors.publish_at?.message}
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
