import type { Channel } from "@app/contract/channels";
import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Section } from "#ui/section.tsx";
import { ABOUT_STYLE } from "./about.tsx";
import { AboutFacts, aboutTitle } from "./about-facts.tsx";
import { CollegeTimeline } from "./college-timeline.tsx";
import { OwnMeasurables } from "./own-measurables.tsx";
import { OwnSection } from "./own-section.tsx";

type FormOf = (onDone: () => void) => ReactNode;

type OwnAboutProps = {
  channel: Channel;
  factsForm: FormOf;
  collegesForm: FormOf;
  /** What an athlete sets up for coaches. */
  recruiting: ReactNode;
};

/** One's own card, and all that belongs to it, changed where it stands. */
export function OwnAbout({ channel, factsForm, collegesForm, recruiting }: OwnAboutProps) {
  const { athlete, club, plan } = channel;
  const isAthlete = plan === "Individual";
  const title = aboutTitle(channel);
  // A card of the plan before the one that has begun is shown until the new plan's details are entered.
  const canEdit = isAthlete ? athlete !== null : plan !== null && club !== null;
  return (
    <div className={ABOUT_STYLE}>
      {canEdit ? (
        <OwnSection title={title} what={title.toLowerCase()} invitation="" isEmpty={false} form={factsForm}>
          <AboutFacts channel={channel} />
          <Hints />
        </OwnSection>
      ) : (
        <Section title={title}>
          <AboutFacts channel={channel} />
          {(athlete ?? club) && <Hints />}
        </Section>
      )}
      {plan === null && channel.visibility === "open" && (
        <Section title="Your own content">
          <p className="text-muted">Earners publish videos and get paid for referrals.</p>
          <LinkButton href="/normal-user" variant="secondary" className="self-start">
            Become an Earner
          </LinkButton>
        </Section>
      )}
      {isAthlete && <OwnMeasurables channelId={channel.id} />}
      {isAthlete && athlete && (
        <OwnSection
          title="Offers and visits"
          what="offers and visits"
          invitation="The colleges that made you an offer, and those you have visited, in one line of time."
          isEmpty={athlete.offers.length + athlete.visits.length === 0}
          form={collegesForm}
        >
          <CollegeTimeline athlete={athlete} />
        </OwnSection>
      )}
      {isAthlete && recruiting}
    </div>
  );
}

function Hints() {
  return (
    <p className="text-sm text-muted">
      Others see this as your{" "}
      <Link href="/setting?tab=privacy" className="text-accent underline">
        privacy settings
      </Link>{" "}
      allow. What nobody else sees is changed in{" "}
      <Link href="/setting?tab=profile" className="text-accent underline">
        your profile
      </Link>
      .
    </p>
  );
}
