import type { Channel } from "@app/contract/channels";
import { BIO_MAX_CHARS } from "@app/contract/earner-fields";
import { profileChanges } from "@app/contract/profile";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { onlyChanged } from "#lib/only-changed.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Field, TextArea, TextInput } from "#ui/field.tsx";
import { InPlaceForm } from "#ui/in-place-form.tsx";
import { Link } from "#ui/link.tsx";
import { useSaveChannel } from "./edit-channel.queries.ts";
import { detailsDraft } from "./use-editing.ts";

const detailsFields = z.object({
  channel_name: profileChanges.channel_name.unwrap(),
  bio: profileChanges.bio.unwrap(),
});

type Details = z.infer<typeof detailsFields>;

const detailsChanges = z.object({ channel_name: z.string(), bio: z.string() }).partial();

type DetailsChanges = z.infer<typeof detailsChanges>;

type DetailsFormProps = { channel: Pick<Channel, "id" | "is_own" | "name" | "bio">; onDone: () => void };

/** Edits name and bio in place. What is typed survives a reload; the rest is not sent. */
export function DetailsForm({ channel, onDone }: DetailsFormProps) {
  const draft = detailsDraft(channel);
  const [opened] = useState<Details>({ channel_name: channel.name, bio: channel.bio });
  const [typed] = useState(() => readFormDraft(draft, detailsChanges));
  const form = useForm({
    resolver: zodResolver(detailsFields, VALIDATION_OPTIONS),
    defaultValues: { channel_name: typed?.channel_name ?? opened.channel_name, bio: typed?.bio ?? opened.bio },
  });
  const save = useSaveChannel(channel);
  const { errors } = form.formState;

  useEffect(() => {
    const kept = form.watch((values) => saveFormDraft(draft, changesSince(opened, values)));
    return () => kept.unsubscribe();
  }, [form, draft, opened]);

  const close = () => {
    saveFormDraft(draft, null);
    onDone();
  };

  const submit = form.handleSubmit(async (values) => {
    const body = changesSince(opened, values);
    if (body === null) return close();
    try {
      await save.mutateAsync({ body, file: null });
      close();
    } catch (error) {
      showFaults(form.setError, ["channel_name", "bio"], error);
    }
  });

  return (
    <InPlaceForm
      label={channel.is_own ? "Edit your channel" : "Edit the channel"}
      busy={save.isPending}
      onSubmit={submit}
      onCancel={close}
    >
      <Field label="Channel name" error={errors.channel_name?.message}>
        <TextInput {...form.register("channel_name")} autoComplete="off" />
      </Field>
      <Field label="Bio" optional hint={`Up to ${BIO_MAX_CHARS} characters`} error={errors.bio?.message}>
        <TextArea {...form.register("bio")} maxLength={BIO_MAX_CHARS} rows={2} />
      </Field>
      {channel.is_own && (
        <p className="text-sm text-muted">
          Edit the About section on its tab, and everything else in{" "}
          <Link href="/setting?tab=profile" className="text-accent underline">
            Settings
          </Link>
          .
        </p>
      )}
    </InPlaceForm>
  );
}

/** @returns null: nothing is changed */
function changesSince(opened: Details, values: DetailsChanges): DetailsChanges | null {
  const changes = onlyChanged<DetailsChanges>(opened, values);
  return Object.keys(changes).length > 0 ? changes : null;
}
