import {
  SLOT_ALT_MAX_CHARS,
  SLOT_LINK_MAX_CHARS,
  SLOT_PLACES,
  SLOT_SPONSOR_MAX_CHARS,
  SLOTS_SHOWN_MAX,
  type Slot,
  type SlotPlace,
  type StaffSlot,
} from "@app/contract/slots";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { onlyChanged } from "#lib/only-changed.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { faultOf, fromPeriod, PeriodFormDialog, toPeriod } from "#ui/period-form-dialog.tsx";
import { Section } from "#ui/section.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { StaffSlotItem, staffSlots, useChangeSlots } from "./staff-slot-item.tsx";

/** The slots of each place, in their order. */
export function StaffSlots({ renderPicture }: { renderPicture: (slot: Slot) => ReactNode }) {
  const query = useQuery(staffSlots);
  /** Null: a new one. */
  const [edited, setEdited] = useState<StaffSlot | null | undefined>(undefined);
  if (query.isPending) return <Skeleton className="h-96 w-full rounded-media" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  const all = query.data;
  return (
    <>
      <Button className="self-start" onClick={() => setEdited(null)}>
        Add a slot
      </Button>
      {all.length === 0 && (
        <Empty title="No data available">
          <p>Nothing is shown. A slot appears once it has a picture and is turned on.</p>
        </Empty>
      )}
      {SLOT_PLACES.map((place) => {
        const slots = all.filter((slot) => slot.place === place);
        if (slots.length === 0) return null;
        return (
          <Section
            key={place}
            title={PLACE_LABELS[place]}
            subtitle={`The first ${SLOTS_SHOWN_MAX} that are on and in their time are shown.`}
          >
            <ol className="flex flex-col gap-3">
              {slots.map((slot, at) => (
                <li key={slot.id} ref={passFocusOn}>
                  <StaffSlotItem
                    slot={slot}
                    ids={slots.map(({ id }) => id)}
                    at={at}
                    onEdit={() => setEdited(slot)}
                    renderPicture={renderPicture}
                  />
                </li>
              ))}
            </ol>
          </Section>
        );
      })}
      {edited !== undefined && <SlotForm slot={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

const PLACE_LABELS: Record<SlotPlace, string> = {
  explore: "Explore, below the athletes of the week",
  watch: "Beside videos, images and documents",
};

type SlotFormProps = { slot: StaffSlot | null; onClose: () => void };

/** Adds a slot, or changes one. */
function SlotForm({ slot, onClose }: SlotFormProps) {
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
      alt: typed.alt,
      link: typed.link,
      place: SLOT_PLACES.find((place) => place === typed.place) ?? "explore",
      sponsor: typed.sponsor.trim() === "" ? null : typed.sponsor,
      ...fromPeriod(period, slot),
    };
    if (slot === null) save.mutate({ kind: "add", fields });
    else save.mutate({ kind: "change", id: slot.id, changes: onlyChanged(slot, fields) });
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
        hint="For people who cannot see it. Include any words in it."
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
