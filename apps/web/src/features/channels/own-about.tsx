import type { Channel } from "@app/contract/channels";
import type { ChannelId } from "@app/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { hasFormDraft } from "#lib/personal-storage.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Facts } from "#ui/facts.tsx";
import { Link } from "#ui/link.tsx";
import { Section } from "#ui/section.tsx";
import {
  ABOUT_STYLE,
  AboutFacts,
  aboutTitle,
  CollegeTimeline,
  MEASURABLES_TITLE,
  MeasurablesSection,
  toMeasurableFacts,
} from "./about.tsx";
import { channelMeasurables } from "./channels.queries.ts";
import { MeasurablesForm } from "./lazy-parts.tsx";
import { MEASURABLES_DRAFT, useEditing } from "./use-editing.ts";

type OwnSectionProps = {
  title: string;
  /** What is edited, as a screen reader says it after 'Edit' and 'Add'. */
  what: string;
  /** Stands there while there is nothing to show. */
  invitation: string;
  isEmpty: boolean;
  /** Something was typed before and not saved. */
  hasFormDraft?: boolean;
  form: (onDone: () => void) => ReactNode;
  children: ReactNode;
};

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

/** An athlete's own measures. */
function OwnMeasurables({ channelId }: { channelId: ChannelId }) {
  const entered = useQuery(channelMeasurables(channelId));
  if (!entered.isSuccess) return <MeasurablesSection channelId={channelId} />;
  const facts = toMeasurableFacts(entered.data);
  return (
    <OwnSection
      title={MEASURABLES_TITLE}
      what="measurables"
      invitation="Height, weight, position and your best results: coaches look for them first."
      isEmpty={facts.length === 0}
      hasFormDraft={hasFormDraft(MEASURABLES_DRAFT)}
      form={(onDone) => <MeasurablesForm channelId={channelId} entered={entered.data} onDone={onDone} />}
    >
      <Facts facts={facts} />
    </OwnSection>
  );
}

/** A card of one's own channel: as others see it, or the form in its place. */
function OwnSection({ title, what, invitation, isEmpty, hasFormDraft = false, form, children }: OwnSectionProps) {
  const { isEditing, startEditing, end, container, button } = useEditing(hasFormDraft);
  return (
    <Section title={title}>
      <div ref={container} tabIndex={-1} className="relative flex flex-col gap-5 outline-none">
        {isEditing && form(end)}
        {!isEditing && (
          <>
            {isEmpty && <p className="text-muted">{invitation}</p>}
            {/* One button for both, beside the heading or below the invitation: what was saved may arrive after the focus is back on it. */}
            <Button
              ref={button}
              variant="secondary"
              aria-label={isEmpty ? undefined : `Edit ${what}`}
              className={isEmpty ? "self-start" : "absolute -top-14 right-0"}
              onClick={startEditing}
            >
              {isEmpty ? <Plus aria-hidden size={18} /> : <Pencil aria-hidden size={18} />}
              {isEmpty ? `Add ${what}` : "Edit"}
            </Button>
            {!isEmpty && children}
          </>
        )}
      </div>
    </Section>
  );
}
