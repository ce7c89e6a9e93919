import type { AthleteAbout, Channel, CollegeMoment } from "@app/contract/channels";
import type { ChannelId } from "@app/contract/ids";
import type { Measurables } from "@app/contract/measurables";
import { useQuery } from "@tanstack/react-query";
import { GraduationCap } from "lucide-react";
import { useState } from "react";
import { monthInWords } from "#lib/dates.ts";
import { heightInWords } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { type Fact, Facts } from "#ui/figures.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { channelMeasurables } from "./channels.queries.ts";

type TimelineEntry = CollegeMoment & { kind: "Offer" | "Visit" };

const SHOWN_AT_FIRST = 8;

export const MEASURABLES_TITLE = "Measurables";

export const ABOUT_STYLE = "flex max-w-5xl flex-col gap-12";

/** The About tab, for everybody but the owner. */
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

export function aboutTitle({ athlete, club, plan }: Channel): string {
  if (athlete) return "The athlete";
  if (!club) return "About";
  return plan === "Organization" ? "The organization" : "The team";
}

/** Facts about the athlete, club or fan, and the channel's sports. */
export function AboutFacts({ channel }: { channel: Channel }) {
  const { athlete, club } = channel;
  const sports = (athlete ?? club)?.categories ?? [];
  return (
    <>
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
    </>
  );
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

/** An athlete's measurables, if there are any. */
export function MeasurablesSection({ channelId }: { channelId: ChannelId }) {
  const entered = useQuery(channelMeasurables(channelId));
  const facts = toMeasurableFacts(entered.data ?? null);
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

export function toMeasurableFacts(entered: Measurables | null): Fact[] {
  if (!entered) return [];
  const { position, height_in, weight_lb, marks } = entered;
  return [
    ...(position === null ? [] : [{ label: "Position", value: position }]),
    ...(height_in === null ? [] : [{ label: "Height", value: heightInWords(height_in) }]),
    ...(weight_lb === null ? [] : [{ label: "Weight", value: `${weight_lb} lb` }]),
    ...marks,
  ];
}

/** College offers and visits, newest first. */
export function CollegeTimeline({ athlete }: { athlete: Pick<AthleteAbout, "offers" | "visits"> }) {
  const [showsAll, setShowsAll] = useState(false);
  const entries = toTimeline(athlete);
  const shown = showsAll ? entries : entries.slice(0, SHOWN_AT_FIRST);
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col border-l-2 border-line pl-6">
        {shown.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may be identical and are never reordered
          <li key={at} className="relative pb-6 last:pb-0">
            <TimelineItem entry={entry} />
          </li>
        ))}
      </ol>
      {!showsAll && entries.length > SHOWN_AT_FIRST && (
        <Button variant="secondary" className="self-start" onClick={() => setShowsAll(true)}>
          Show all {entries.length}
        </Button>
      )}
    </div>
  );
}

function TimelineItem({
  entry: { kind, college_name, college_logo, college_category, date },
}: {
  entry: TimelineEntry;
}) {
  return (
    <>
      <span
        aria-hidden
        className={`absolute top-4 -left-[31px] size-3 rounded-full border-2 border-ground ${kind === "Offer" ? "bg-accent" : "bg-muted"}`}
      />
      <div className="flex items-start gap-4">
        {college_logo === null ? (
          <span className="grid size-11 shrink-0 place-items-center rounded-control border border-line bg-raised text-muted">
            <GraduationCap aria-hidden size={20} />
          </span>
        ) : (
          <img
            src={college_logo}
            alt=""
            width={44}
            height={44}
            loading="lazy"
            className="size-11 shrink-0 rounded-control border border-line bg-raised object-cover"
          />
        )}
        <div className="min-w-0">
          <p className="font-semibold break-words">{college_name}</p>
          <p className="text-sm text-muted">
            <span className={kind === "Offer" ? "font-semibold text-accent" : "font-semibold text-text"}>{kind}</span>
            {date !== null && ` · ${monthInWords(date)}`}
            {college_category !== null && ` · ${college_category}`}
          </p>
        </div>
      </div>
    </>
  );
}

/** @returns offers and visits, newest first; entries without a date come last */
export function toTimeline({ offers, visits }: Pick<AthleteAbout, "offers" | "visits">): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...offers.map((moment) => ({ ...moment, kind: "Offer" as const })),
    ...visits.map((moment) => ({ ...moment, kind: "Visit" as const })),
  ];
  // A year or month without a day sorts after the full dates in it.
  return entries.sort((a, b) => (b.date ?? "").localeCompare(a.date ?? ""));
}
