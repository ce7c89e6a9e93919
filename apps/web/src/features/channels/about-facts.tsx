import type { Channel } from "@app/contract/channels";
import { monthInWords } from "#lib/dates.ts";
import { type Fact, Facts } from "#ui/facts.tsx";
import { Link } from "#ui/link.tsx";

export function aboutTitle({ athlete, club, plan }: Channel): string {
  if (athlete) return "The athlete";
  if (!club) return "About";
  return plan === "Organization" ? "The organization" : "The team";
}

/** The athlete's card, a club's, or a fan's, with the sports that it is about. */
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
