import type { Plan } from "@app/contract/accounts";
import type { ProfileView } from "@app/contract/profile";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { showFaults } from "#lib/show-faults.ts";
import { InPlaceForm } from "#ui/in-place-form.tsx";
import { LeaveGuard } from "#ui/leave-guard.tsx";
import { pathsOf } from "./paths-of.ts";
import { PartFields } from "./plan-fields.tsx";
import { type ProfilePart, partSchema } from "./profile-parts.ts";
import { firstProfile, toChanges } from "./profile-values.ts";

type ProfilePartFormProps = {
  /** For screen readers: what is edited. */
  label: string;
  view: ProfileView;
  plan: Plan;
  part: ProfilePart;
  categories: readonly { value: number; label: string }[];
  onSave: (changes: ReturnType<typeof toChanges>) => Promise<unknown>;
  /** Saved, or given up. */
  onDone: () => void;
};

/** What one card of one's own channel shows, changed in its place. */
export function ProfilePartForm({ label, view, plan, part, categories, onSave, onDone }: ProfilePartFormProps) {
  // All of the profile: a coach may be copied from the contact person, who stands on no card.
  const form = useForm<FieldValues>({
    resolver: zodResolver(partSchema(plan, part), VALIDATION_OPTIONS),
    defaultValues: firstProfile(view),
  });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(toChanges(values));
      onDone();
    } catch (error) {
      showFaults(form.setError, pathsOf(values), error);
    }
  });

  return (
    <FormProvider {...form}>
      <InPlaceForm label={label} busy={isSubmitting} onSubmit={submit} onCancel={onDone}>
        <PartFields plan={plan} part={part} categories={categories} />
      </InPlaceForm>
      <LeaveGuard isNeeded={isDirty && !isSubmitting} title="Leave without saving?">
        What you have changed on this page is not saved yet.
      </LeaveGuard>
    </FormProvider>
  );
}
