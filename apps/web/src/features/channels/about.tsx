import type { Channel } from "@app/contract/channels";
import { Section } from "#ui/section.tsx";
import { AboutFacts, aboutTitle } from "./about-facts.tsx";
import { CollegeTimeline } from "./college-timeline.tsx";
import { MeasurablesSection } from "./measurables-section.tsx";

export const ABOUT_STYLE = "flex max-w-5xl flex-col gap-12";

/** Who is behind the channel, for everybody but its owner. */
export function About({ channel }: { channel: Channel }) {
  const { athlete, id } = channel;
  return (
    <div className={ABOUT_STYLE}>
      <Section title={aboutTitle(channel)}>
        <AboutFacts channel={channel} />
      </Section>
      {athlete && <MeasurablesSection channelId={id} />}
      {athlete && athlete.offers.length + athlete.visits.length > 0 && (
        <Section title="Offers and visits">
          <CollegeTimeline athlete={athlete} />
        </Section>
      )}
    </div>
  );
}
