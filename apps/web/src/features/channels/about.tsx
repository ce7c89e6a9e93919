import type { Channel } from "@app/contract/channels";
import type { ReactNode } from "react";
import { monthInWords } from "#lib/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { type Fact, Facts } from "#ui/facts.tsx";
import { Link } from "#ui/link.tsx";
import { Section } from "#ui/section.tsx";
import { CollegeTimeline } from "./college-timeline.tsx";
import { MeasurablesSection } from "./measurables-section.tsx";

/** Who is behind the channel. @param recruiting what an athlete sets up for coaches; for the owner alone */
export function About({ channel, recruiting }: { channel: Channel; recruiting: ReactNode }) {
  const { athlete, club, is_own: isOwn, plan } = channel;
  const sports = (athlete ?? club)?.categories ?? [];
  const isOwnAthlete = isOwn && plan === "Individual";
  return (
    <div className="flex max-w-5xl flex-col gap-12">
      <Section title={titleOf(channel)}>
        <Facts facts={toFacts(channel)} />
        {sports.length > 0 && (
          <ul aria-label="Sports" className="flex flex-wrap gap-2">
            {sports.map(({ id, name }) => (
              <li key={id}>
                <Link
                  href={`/category-listing/${id}`}
                  className="inline-flex min-h-8 items-center rounded-control border border-line bg-raised px-3 text-sm font-semibold hover:border-edge touch:min-h-11"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {isOwn && (athlete ?? club) && (
          <p className="text-sm text-muted">
            Others see this as your{" "}
            <Link href="/setting?tab=privacy" className="text-accent underline">
              privacy settings
            </Link>{" "}
            allow. Details are changed in{" "}
            <Link href="/setting?tab=profile" className="text-accent underline">
              your profile
            </Link>
            .
          </p>
        )}
      </Section>
      {isOwn && plan === null && (
        <Section title="Your own content">
          <p className="text-muted">Earners publish videos, images and documents, and are paid for referrals.</p>
          <LinkButton href="/normal-user" variant="secondary" className="self-start">
            Become an Earner
          </LinkButton>
        </Section>
      )}
      {(athlete || isOwnAthlete) && <MeasurablesSection channelId={channel.id} canEdit={isOwnAthlete} />}
      {athlete && athlete.offers.length + athlete.visits.length > 0 && (
        <Section title="Offers and visits">
          <CollegeTimeline athlete={athlete} />
        </Section>
      )}
      {isOwnAthlete && recruiting}
    </div>
  );
}

function titleOf({ athlete, club, plan }: Channel): string {
  if (athlete) return "The athlete";
  if (!club) return "About";
  return plan === "Organization" ? "The organization" : "The team";
}

function toFacts({ athlete, club, name, joined_at }: Channel): Fact[] {
  const facts: Fact[] = [];
  const add = (label: string, value: string | number | null) => {
    if (value !== null && value !== "") facts.push({ label, value: String(value) });
  };
  if (athlete) add("Class of", athlete.graduation_year);
  if (athlete) add("GPA", athlete.gpa);
  if (club && club.name !== name) add("Name", club.name);
  if (club) add("Coach", club.coach);
  const { city = null, state = null } = athlete ?? club ?? {};
  add(athlete ? "Hometown" : "Location", [city, state].filter((part) => part !== null).join(", "));
  add("Joined", monthInWords(joined_at));
  return facts;
}
