import {
  SLOT_ALT_MAX_CHARS,
  SLOT_LINK_MAX_CHARS,
  SLOT_PLACES,
  SLOT_SPONSOR_MAX_CHARS,
  type SlotPlace,
  type StaffSlot,
} from "@app/contract/slots";
import { useState } from "react";
import { Field, TextInput } from "#ui/field.tsx";
import { faultOf, fromPeriod, PeriodFormDialog, toPeriod } from "#ui/period-form-dialog.tsx";
import { Select } from "#ui/select.tsx";
import { useChangeSlots } from "./staff-slots.queries.ts";

export const PLACE_LABELS: Record<SlotPlace, string> = {
  explore: "Explore, below the athletes of the week",
  watch: "Beside videos, images and documents",
};

type SlotFormProps = { slot: StaffSlot | null; onClose: () => void };

/** Adds a slot, or changes one. */
export function SlotForm({ slot, onClose }: SlotFormProps) {
  const [typed, setTyped] = useState(() => ({
    place: slot?.place ?? "explore",
    sponsor: slot?.sponsor ?? "",
    alt: slot?.alt ?? "",
    link: slot?.link ?? "",
  }));
  const [period, setPeriod] = useState(() => toPeriod(slot));
  const save = useChangeSlots({ hasForm: true, onDone: onClose });
  const fault = (field: string) => faultOf(save.error, field);
  const set = (field: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });

  const submit = () => {
    const fields = {
      ...{ alt: typed.alt, link: typed.link },
      place: SLOT_PLACES.find((place) => place === typed.place) ?? "explore",
      sponsor: typed.sponsor.trim() === "" ? null : typed.sponsor,
      ...fromPeriod(period),
    };
    save.mutate(slot ? { kind: "change", id: slot.id, fields, isActive: slot.is_active } : { kind: "add", fields });
  };

  return (
    <PeriodFormDialog
      title={slot ? "Edit the slot" : "Add a slot"}
      period={period}
      onPeriod={setPeriod}
      error={save.error}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Place" error={fault("place")}>
        <Select
          options={SLOT_PLACES.map((value) => ({ value, label: PLACE_LABELS[value] }))}
          value={typed.place}
          onChange={set("place")}
        />
      </Field>
      <Field
        label="Sponsor"
        optional
        hint="Named below the picture. Leave empty for one of our own."
        error={fault("sponsor")}
      >
        <TextInput maxLength={SLOT_SPONSOR_MAX_CHARS} value={typed.sponsor} onChange={set("sponsor")} />
      </Field>
      <Field
        label="What the picture shows and says"
        hint="For those who do not see it. Words in the picture belong here too."
        error={fault("alt")}
      >
        <TextInput maxLength={SLOT_ALT_MAX_CHARS} value={typed.alt} onChange={set("alt")} />
      </Field>
      <Field label="Link" hint="https://…, or a page of ours such as /normal-user." error={fault("link")}>
        <TextInput inputMode="url" maxLength={SLOT_LINK_MAX_CHARS} value={typed.link} onChange={set("link")} />
      </Field>
    </PeriodFormDialog>
  );
}
