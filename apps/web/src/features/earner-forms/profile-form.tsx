import type { Plan } from "@app/contract/accounts";
import { PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { type ProfileView, profileRoutes } from "@app/contract/profile";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { type FieldValues, FormProvider, type UseFormReturn, useForm } from "react-hook-form";
import { sendForm } from "#lib/api.ts";
import { NotConfirmed, withConfirmedPassword } from "#lib/confirm-password.ts";
import { setUser } from "#lib/session-store.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { LeaveGuard } from "#ui/dialog.tsx";
import { ImageUpload } from "#ui/image-upload.tsx";
import { InPlaceForm } from "#ui/in-place-form.tsx";
import {
  BioField,
  CategoriesField,
  GroupNameField,
  PhoneFormField,
  SsnField,
  TextField,
  UsernameField,
} from "./fields.tsx";
import { fieldPaths } from "./form-values.ts";
import { AddressFields, CoachFields, FieldGroup, Pair, PersonFields } from "./person-fields.tsx";
import {
  changedFields,
  type ProfilePart,
  partSchema,
  profileDefaults,
  profileSchema,
  toChanges,
  withoutUnchanged,
} from "./profile-values.ts";
import { ClassFields, CollegeLists, useIsLogoSending } from "./sport-fields.tsx";

type ProfileFormProps = {
  view: ProfileView;
  categories: readonly { value: number; label: string }[];
  /** Called with the server's message. @param hasMore the user has changed something since, which is not saved yet */
  onSaved: (message: string, hasMore: boolean) => void;
};

/**
 * After a save: what was typed meanwhile counts as changed, and the SSN does not stay on the page.
 * @returns whether something was
 */
function resetToSent(form: UseFormReturn<FieldValues>, sent: FieldValues): boolean {
  const now = form.getValues();
  const typed = changedFields(sent, now);
  form.reset({ ...sent, ...("ssn" in sent && { ssn: "" }) });
  for (const name of typed) form.setValue(name, now[name], { shouldDirty: true });
  return typed.length > 0;
}

/** The signed-in user's profile. Each plan has its own fields; a General User has a few. */
export function ProfileForm({ view, categories, onSaved }: ProfileFormProps) {
  const plan = view.earner ? view.plan : null;
  const [picture, setPicture] = useState<File | null>(null);
  const latestPicture = useRef(picture);
  const form = useForm<FieldValues>({
    resolver: zodResolver(profileSchema(plan, view.earner !== null), VALIDATION_OPTIONS),
    defaultValues: profileDefaults(view),
  });
  const { isDirty, defaultValues, isSubmitting } = form.formState;
  const isLogoSending = useIsLogoSending();

  function choosePicture(chosen: File | null): void {
    latestPicture.current = chosen;
    setPicture(chosen);
  }

  const submit = form.handleSubmit(async (values) => {
    const sent = structuredClone(form.getValues());
    try {
      const body = toChanges(withoutUnchanged(values, changedFields(defaultValues ?? {}, sent)));
      const { data, message } = await withConfirmedPassword(() =>
        sendForm(profileRoutes.update, { body, file: picture }),
      );
      const isTypedOn = resetToSent(form, sent);
      const isChosenSince = latestPicture.current !== picture;
      if (!isChosenSince) choosePicture(null);
      setUser(data);
      onSaved(message, isTypedOn || isChosenSince);
    } catch (error) {
      if (!(error instanceof NotConfirmed)) showFaults(form.setError, fieldPaths(form.getValues()), error);
    }
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-6">
        <ImageUpload
          label="Choose a profile picture"
          picture={view.profile_url}
          maxBytes={PROFILE_IMAGE_MAX_BYTES}
          isKept
          onChange={choosePicture}
        />
        <UsernameField username={view.username} />
        <TextField
          name="channel_name"
          label="Channel name"
          hint="Shown above your content. You can change it at any time."
        />
        {plan === null && <TextField name="full_name" label="Name" autoComplete="name" />}
        <PhoneFormField name="phone" label="Phone" optional={plan !== "Individual"} />
        <BioField />
        {plan === null && view.earner && <OwnAddress />}
        <PlanFields plan={plan} ssnLast4={view.earner?.ssn_last4 ?? undefined} categories={categories} />
        <Button type="submit" size="lg" busy={isSubmitting || isLogoSending}>
          Save
        </Button>
      </form>
      <LeaveGuard isNeeded={(isDirty || picture !== null) && !isSubmitting} title="Leave without saving?">
        Your changes on this page have not been saved.
      </LeaveGuard>
    </FormProvider>
  );
}

type PlanFieldsProps = { plan: Plan | null; ssnLast4: string | undefined; categories: ProfileFormProps["categories"] };

/** The profile fields of a plan; none for a General User. */
function PlanFields({ plan, ssnLast4, categories }: PlanFieldsProps) {
  if (plan === null) return null;
  const isAthlete = plan === "Individual";
  return (
    <>
      {isAthlete ? (
        <Pair>
          <TextField name="first_name" label="First name" autoComplete="given-name" />
          <TextField name="last_name" label="Last name" autoComplete="family-name" />
        </Pair>
      ) : (
        <GroupNameField plan={plan} />
      )}
      <SsnField label={isAthlete ? "SSN" : "SSN or EIN"} last4={ssnLast4} isKept />
      {isAthlete && <ClassFields />}
      <CategoriesField options={categories} />
      <OwnAddress />
      {isAthlete && <CollegeLists categories={categories} />}
      {!isAthlete && (
        <PersonFields who="contact_person" title="Contact person" phoneOptional={plan === "Organization"} />
      )}
      {plan === "Team" && <CoachFields />}
    </>
  );
}

function OwnAddress() {
  return (
    <FieldGroup title="Address">
      <AddressFields isOwn />
    </FieldGroup>
  );
}

type ProfilePartFormProps = {
  /** For screen readers. */
  label: string;
  view: ProfileView;
  plan: Plan;
  part: ProfilePart;
  categories: readonly { value: number; label: string }[];
  onSave: (changes: ReturnType<typeof toChanges>) => Promise<unknown>;
  /** Saved or canceled. */
  onDone: () => void;
};

/** Edits one section of the user's own channel in place. */
export function ProfilePartForm({ label, view, plan, part, categories, onSave, onDone }: ProfilePartFormProps) {
  // The whole profile: the coach can be copied from the contact person, who is in no section.
  const form = useForm<FieldValues>({
    resolver: zodResolver(partSchema(plan, part), VALIDATION_OPTIONS),
    defaultValues: profileDefaults(view),
  });
  const { isDirty, defaultValues, isSubmitting } = form.formState;
  const isLogoSending = useIsLogoSending();

  const submit = form.handleSubmit(async (values) => {
    const changed = changedFields(defaultValues ?? {}, form.getValues());
    try {
      await onSave(toChanges(withoutUnchanged(values, changed)));
      onDone();
    } catch (error) {
      if (!(error instanceof NotConfirmed)) showFaults(form.setError, fieldPaths(values), error);
    }
  });

  return (
    <FormProvider {...form}>
      <InPlaceForm label={label} busy={isSubmitting || isLogoSending} onSubmit={submit} onCancel={onDone}>
        <PartFields plan={plan} part={part} categories={categories} />
      </InPlaceForm>
      <LeaveGuard isNeeded={isDirty && !isSubmitting} title="Leave without saving?">
        Your changes on this page have not been saved.
      </LeaveGuard>
    </FormProvider>
  );
}

type PartFieldsProps = Pick<ProfilePartFormProps, "plan" | "part" | "categories">;

/** The fields of one section, with the complete address or coach that they belong to. */
function PartFields({ plan, part, categories }: PartFieldsProps) {
  if (part === "colleges") return <CollegeLists categories={categories} />;
  return (
    <>
      {plan === "Individual" ? <ClassFields /> : <GroupNameField plan={plan} />}
      <CategoriesField options={categories} />
      <FieldGroup title="Address">
        <p className="text-sm text-muted">Your channel shows at most the city and state of your address.</p>
        <AddressFields isOwn />
      </FieldGroup>
      {plan === "Team" && <CoachFields />}
    </>
  );
}
