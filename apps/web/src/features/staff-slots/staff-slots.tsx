import { SLOT_PLACES, SLOTS_SHOWN_MAX, type Slot, type StaffSlot } from "@app/contract/slots";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { PLACE_LABELS, SlotForm } from "./slot-form.tsx";
import { StaffSlotItem } from "./staff-slot-item.tsx";
import { staffSlots } from "./staff-slots.queries.ts";

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
          <p>Nothing is shown. A slot appears once it has a picture and is switched on.</p>
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
            isCased
          >
            <ol className="flex flex-col gap-3">
              {slots.map((slot, at) => (
                <li key={slot.id}>
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
