import type { ChannelId } from "@app/contract/ids";
import type { Measurables } from "@app/contract/measurables";
import { useQuery } from "@tanstack/react-query";
import { heightInWords } from "#lib/format.ts";
import { type Fact, Facts } from "#ui/facts.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { channelMeasurables } from "./channels.queries.ts";

export const MEASURABLES_TITLE = "Measurables";

/** What an athlete measures and has measured, where there is something. */
export function MeasurablesSection({ channelId }: { channelId: ChannelId }) {
  const entered = useQuery(channelMeasurables(channelId));
  const facts = measuredFacts(entered.data ?? null);
  if (entered.isSuccess && facts.length === 0) return null;
  return (
    <Section title={MEASURABLES_TITLE}>
      {entered.isPending && <Skeleton className="h-24 rounded-media" />}
      {entered.isError && (
        <LoadError error={entered.error} isRetrying={entered.isFetching} onRetry={() => void entered.refetch()} />
      )}
      {entered.isSuccess && <Facts facts={facts} />}
    </Section>
  );
}

export function measuredFacts(entered: Measurables | null): Fact[] {
  if (!entered) return [];
  const { position, height_in, weight_lb, marks } = entered;
  return [
    ...(position === null ? [] : [{ label: "Position", value: position }]),
    ...(height_in === null ? [] : [{ label: "Height", value: heightInWords(height_in) }]),
    ...(weight_lb === null ? [] : [{ label: "Weight", value: `${weight_lb} lb` }]),
    ...marks,
  ];
}
