import type { Plan } from "@app/contract/accounts";
import { CoachFields } from "./coach-fields.tsx";
import { CategoriesField, GroupNameField, SsnField, TextField } from "./fields.tsx";
import { AddressFields, FieldGroup, Pair, PersonFields } from "./person-fields.tsx";
import type { ProfilePart } from "./profile-parts.ts";
import { ClassFields, CollegeLists } from "./sport-fields.tsx";

type Categories = readonly { value: number; label: string }[];
type PlanFieldsProps = { plan: Plan | null; ssnLast4: string | undefined; categories: Categories };

/** What an earner of this plan can change of their profile; nothing for a General User. */
export function PlanFields({ plan, ssnLast4, categories }: PlanFieldsProps) {
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
      <FieldGroup title="Address">
        <AddressFields isOwn />
      </FieldGroup>
      {isAthlete && <CollegeLists categories={categories} />}
      {!isAthlete && (
        <PersonFields who="contact_person" title="Contact person" phoneOptional={plan === "Organization"} />
      )}
      {plan === "Team" && <CoachFields />}
    </>
  );
}

type PartFieldsProps = { plan: Plan; part: ProfilePart; categories: Categories };

/** Of these, what one card of the channel shows, with the rest of an address or of a coach that it belongs to. */
export function PartFields({ plan, part, categories }: PartFieldsProps) {
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
