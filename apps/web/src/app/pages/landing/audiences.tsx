import { BRAND } from "@app/contract/brand";
import { Check } from "lucide-react";

const AUDIENCES = [
  {
    who: "A fan",
    promise: "gets a seat close to the floor.",
    gains: [
      "Sports that never make it to television, told by the people who play them",
      "Follow a channel and its next upload waits for you",
      "Viewing is free",
    ],
  },
  {
    who: "An athlete",
    promise: "gets seen.",
    gains: [
      "One channel with your tape, your class and your college offers and visits",
      "Highlights that play seconds after their upload, on any phone",
      "$10.00 for every person who joins with your link and verifies their email",
    ],
  },
  {
    who: "A team",
    promise: "gets its season in one place.",
    gains: [
      "Games and training videos, each public, unlisted or private",
      "Players, parents and fans follow one channel",
      "Organizations too: a channel for the whole club or league",
    ],
  },
] as const;

/** What each of three people gets. */
export function Audiences() {
  return (
    <section id="about" aria-labelledby="about-title" className="flex flex-col gap-10">
      <div className="grid gap-4 lg:grid-cols-[1fr_2fr] lg:gap-8">
        <h2 id="about-title" className="title text-5xl">
          About
        </h2>
        <p className="max-w-prose text-xl text-pretty">
          {BRAND.name} is a place for sport made by the people who play it. Athletes, teams and organizations publish
          their videos; everybody else watches, follows and cheers them on.
        </p>
      </div>
      <ul className="grid gap-8 md:grid-cols-3">
        {AUDIENCES.map(({ who, promise, gains }) => (
          <li key={who} className="flex flex-col gap-4 border-t-2 border-accent pt-5">
            <h3 className="title text-3xl">
              {who} <span className="text-muted">{promise}</span>
            </h3>
            <ul className="flex flex-col gap-3">
              {gains.map((gain) => (
                <li key={gain} className="flex gap-3">
                  <Check aria-hidden size={20} className="mt-0.5 shrink-0 text-accent" />
                  <span>{gain}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
