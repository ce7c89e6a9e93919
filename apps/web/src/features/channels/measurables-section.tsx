import type { ChannelId } from "@app/contract/ids";
import type { Measurables } from "@app/contract/measurables";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { heightInWords } from "#lib/height.ts";
import { hasDraft } from "#lib/typed-draft.ts";
import { Button } from "#ui/button.tsx";
import { type Fact, Facts } from "#ui/facts.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { channelMeasurables } from "./channels.queries.ts";
import { MEASURABLES_DRAFT } from "./draft-names.ts";
import { MeasurablesForm } from "./late-parts.tsx";

/** What an athlete measures and has measured; for others only where there is something. */
export function MeasurablesSection({ channelId, canEdit }: { channelId: ChannelId; canEdit: boolean }) {
  const entered = useQuery(channelMeasurables(channelId));
  const [isEditing, setEditing] = useState(() => canEdit && hasDraft(MEASURABLES_DRAFT));
  const facts = toFacts(entered.data ?? null);
  if (!canEdit && entered.isSuccess && facts.length === 0) return null;
  return (
    <Section title="Measurables">
      {entered.isPending && <Skeleton className="h-24 rounded-media" />}
      {entered.isError && (
        <LoadError error={entered.error} isRetrying={entered.isFetching} onRetry={() => void entered.refetch()} />
      )}
      {entered.isSuccess && isEditing && (
        <MeasurablesForm channelId={channelId} entered={entered.data} onDone={() => setEditing(false)} />
      )}
      {entered.isSuccess && !isEditing && (
        <>
          {facts.length > 0 ? (
            <Facts facts={facts} />
          ) : (
            <p className="text-muted">Height, weight, position and your best results: coaches look for them first.</p>
          )}
          {canEdit && (
            <Button variant="secondary" className="self-start" onClick={() => setEditing(true)}>
              <Pencil aria-hidden size={18} />
              {facts.length > 0 ? "Edit measurables" : "Add measurables"}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}

function toFacts(entered: Measurables | null): Fact[] {
  if (!entered) return [];
  const { position, height_in, weight_lb, marks } = entered;
  return [
    ...(position === null ? [] : [{ label: "Position", value: position }]),
    ...(height_in === null ? [] : [{ label: "Height", value: heightInWords(height_in) }]),
    ...(weight_lb === null ? [] : [{ label: "Weight", value: `${weight_lb} lb` }]),
    ...marks,
  ];
}
