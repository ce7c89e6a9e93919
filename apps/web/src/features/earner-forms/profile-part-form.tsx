import type { Plan } from "@app/contract/accounts";
import type { ProfileView } from "@app/contract/profile";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { showFaults } from "#lib/show-faults.ts";
import { LeaveGuard } from "#ui/dialog.tsx";
import { InPlaceForm } from "#ui/in-place-form.tsx";
import { CategoriesField, GroupNameField } from "./fields.tsx";
import { fieldPaths } from "./form-values.ts";
import { AddressFields, CoachFields, FieldGroup } from "./person-fields.tsx";
import { type ProfilePart, partSchema, profileDefaults, toChanges } from "./profile-values.ts";
import { ClassFields, CollegeLists } from "./sport-fields.tsx";

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
    defaultValues: profileDefaults(view),
  });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(toChanges(values));
      onDone();
    } catch (error) {
      showFaults(form.setError, fieldPaths(values), error);
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

type PartFieldsProps = Pick<ProfilePartFormProps, "plan" | "part" | "categories">;

/** Of these, what one card of the channel shows, with the rest of an address or of a coach that it belongs to. */
function PartFields({ plan, part, categories }: PartFieldsProps) {
  if (part === "colleges") return <CollegeLists categories={categories} />;
  return (
    <>
      {plan === "Individual" ? <ClassFields /> : <GroupNameField plan={plan} />}
      <CategoriesField options={categories} />
      <FieldGroup title="Address">
        <p className="text-sm text-muted">Of your address your channel shows the city and the state at most.</p>
        <AddressFields isOwn />
      </FieldGroup>
      {plan === "Team" && <CoachFields />}
    </>
  );
}
