import type { Channel } from "@app/contract/channels";
import type { ChannelId } from "@app/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { hasFormDraft } from "#lib/form-drafts.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Facts } from "#ui/figures.tsx";
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
  /** Completes the screen reader labels 'Edit …' and 'Add …'. */
  what: string;
  /** Shown while the section is empty. */
  invitation: string;
  isEmpty: boolean;
  /** There is an unsaved draft. */
  hasFormDraft?: boolean;
  form: (onDone: () => void) => ReactNode;
  children: ReactNode;
};

type FormOf = (onDone: () => void) => ReactNode;

type OwnAboutSectionsProps = {
  channel: Channel;
  factsForm: FormOf;
  collegesForm: FormOf;
  /** The athlete's recruiting page settings. */
  recruiting: ReactNode;
};

/** The About tab for the owner, who edits it in place. */
export function OwnAboutSections({ channel, factsForm, collegesForm, recruiting }: OwnAboutSectionsProps) {
  const { athlete, plan } = channel;
  const isAthlete = plan === "Individual";
  return (
    <div className={ABOUT_STYLE}>
      <OwnFacts channel={channel} form={factsForm} />
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
          invitation="The colleges that made you an offer or that you have visited, on one timeline."
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

function OwnFacts({ channel, form }: { channel: Channel; form: FormOf }) {
  const { athlete, club, plan } = channel;
  const title = aboutTitle(channel);
  // After a change of plan, the old plan's facts stay read-only until the new details are entered.
  const canEdit = plan === "Individual" ? athlete !== null : plan !== null && club !== null;
  if (canEdit)
    return (
      <OwnSection title={title} what={title.toLowerCase()} invitation="" isEmpty={false} form={form}>
        <AboutFacts channel={channel} />
        <Hints />
      </OwnSection>
    );
  return (
    <Section title={title}>
      <AboutFacts channel={channel} />
      {(athlete ?? club) && <Hints />}
    </Section>
  );
}

function Hints() {
  return (
    <p className="text-sm text-muted">
      What others see of this depends on your{" "}
      <Link href="/setting?tab=privacy" className="text-accent underline">
        privacy settings
      </Link>
      . Edit your private details in{" "}
      <Link href="/setting?tab=profile" className="text-accent underline">
        your profile
      </Link>
      .
    </p>
  );
}

/** The athlete's own measurables. */
function OwnMeasurables({ channelId }: { channelId: ChannelId }) {
  const entered = useQuery(channelMeasurables(channelId));
  if (!entered.isSuccess) return <MeasurablesSection channelId={channelId} />;
  const facts = toMeasurableFacts(entered.data);
  return (
    <OwnSection
      title={MEASURABLES_TITLE}
      what="measurables"
      invitation="Height, weight, position and your best results are what coaches look for first."
      isEmpty={facts.length === 0}
      hasFormDraft={hasFormDraft(MEASURABLES_DRAFT)}
      form={(onDone) => <MeasurablesForm channelId={channelId} entered={entered.data} onDone={onDone} />}
    >
      <Facts facts={facts} />
    </OwnSection>
  );
}

/** A section of the owner's channel, or its form while editing. */
function OwnSection({ title, what, invitation, isEmpty, hasFormDraft = false, form, children }: OwnSectionProps) {
  const { isEditing, startEditing, stopEditing, container, button } = useEditing(hasFormDraft);
  return (
    <Section title={title}>
      <div ref={container} tabIndex={-1} className="relative flex flex-col gap-5 outline-none">
        {isEditing && form(stopEditing)}
        {!isEditing && (
          <>
            {isEmpty && <p className="text-muted">{invitation}</p>}
            {/* The same button for both labels, so that it keeps the focus when the saved data arrives. */}
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
