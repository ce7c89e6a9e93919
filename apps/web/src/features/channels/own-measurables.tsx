import type { ChannelId } from "@app/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { hasDraft } from "#lib/typed-draft.ts";
import { Facts } from "#ui/facts.tsx";
import { channelMeasurables } from "./channels.queries.ts";
import { MEASURABLES_DRAFT } from "./draft-names.ts";
import { MeasurablesForm } from "./late-parts.tsx";
import { MEASURABLES_TITLE, MeasurablesSection, measuredFacts } from "./measurables-section.tsx";
import { OwnSection } from "./own-section.tsx";

/** An athlete's own measures. */
export function OwnMeasurables({ channelId }: { channelId: ChannelId }) {
  const entered = useQuery(channelMeasurables(channelId));
  if (!entered.isSuccess) return <MeasurablesSection channelId={channelId} />;
  const facts = measuredFacts(entered.data);
  return (
    <OwnSection
      title={MEASURABLES_TITLE}
      what="measurables"
      invitation="Height, weight, position and your best results: coaches look for them first."
      isEmpty={facts.length === 0}
      hasDraft={hasDraft(MEASURABLES_DRAFT)}
      form={(onDone) => <MeasurablesForm channelId={channelId} entered={entered.data} onDone={onDone} />}
    >
      <Facts facts={facts} />
    </OwnSection>
  );
}
