import {
  SLOT_ALT_MAX_CHARS,
  SLOT_LINK_MAX_CHARS,
  SLOT_PLACES,
  SLOT_SPONSOR_MAX_CHARS,
  type SlotPlace,
  type StaffSlot,
} from "@app/contract/slots";
import { useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { timeZone, toIso, toLocalTime } from "#lib/local-time.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, FieldError, TextInput } from "#ui/field.tsx";
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
    starts: slot ? toLocalTime(new Date(slot.starts_at)) : "",
    ends: slot?.ends_at ? toLocalTime(new Date(slot.ends_at)) : "",
  }));
  const save = useChangeSlots({ hasForm: true, onDone: onClose });
  const faults = save.error instanceof ApiError ? save.error.errors : {};
  const fault = (field: string) => faults[field]?.join(" ");
  const set = (field: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });

  const submit = () => {
    if (save.isPending) return;
    const fields = {
      ...{ alt: typed.alt, link: typed.link },
      place: SLOT_PLACES.find((place) => place === typed.place) ?? "explore",
      sponsor: typed.sponsor.trim() === "" ? null : typed.sponsor,
      starts_at: toIso(typed.starts) ?? new Date().toISOString(),
      ends_at: toIso(typed.ends),
    };
    save.mutate(slot ? { kind: "change", id: slot.id, fields, isActive: slot.is_active } : { kind: "add", fields });
  };

  return (
    <Dialog isOpen onClose={onClose} title={slot ? "Edit the slot" : "Add a slot"}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Place" error={fault("place")}>
          <Select
            options={SLOT_PLACES.map((value) => ({ value, label: PLACE_LABELS[value] }))}
            value={typed.place}
            onChange={set("place")}
          />
        </Field>
        <Field label="Sponsor" optional hint="Named below the picture. Empty: it is our own." error={fault("sponsor")}>
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
        <Field label="Starts" hint={`Empty: now. Your time zone: ${timeZone()}.`} error={fault("starts_at")}>
          <TextInput type="datetime-local" value={typed.starts} onChange={set("starts")} />
        </Field>
        <Field label="Ends" hint="Empty: until you switch it off." error={fault("ends_at")}>
          <TextInput type="datetime-local" value={typed.ends} onChange={set("ends")} />
        </Field>
        {save.error && Object.keys(faults).length === 0 && <FieldError>{messageOf(save.error)}</FieldError>}
        <Button type="submit" busy={save.isPending} className="self-end">
          Save
        </Button>
      </form>
    </Dialog>
  );
}
