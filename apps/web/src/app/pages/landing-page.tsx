import { useSearch } from "@tanstack/react-router";
import { CirclePlay, HandCoins, MessagesSquare, Search, ShieldCheck, Upload } from "lucide-react";
import { useEffect } from "react";
import { useTitle } from "#lib/use-title.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import stadium from "../../assets/scene-stadium.svg";
import { openJoin, openSignIn } from "../entry.ts";

const FEATURES = [
  {
    Icon: CirclePlay,
    title: "Watch at once",
    sentence: "A video can be played seconds after its upload ends, in the quality your connection carries.",
  },
  {
    Icon: Upload,
    title: "Upload without fear",
    sentence: "Pause, lose the connection, close the laptop: an upload goes on where it stopped, up to 4 GB a file.",
  },
  {
    Icon: HandCoins,
    title: "Earn by referral",
    sentence: "A Content Creator gets $10.00 for every person who joins by their link and verifies their email.",
  },
  {
    Icon: Search,
    title: "Find your sport",
    sentence: "Browse by category, see what is trending this week, follow the channels you care about.",
  },
  {
    Icon: MessagesSquare,
    title: "Talk about the play",
    sentence: "Comment on what you saw and answer each other, right under the video.",
  },
  {
    Icon: ShieldCheck,
    title: "Private when you want",
    sentence: "Each item is public, unlisted or private. You decide, and you can change your mind.",
  },
] as const;

const ABOUT = [
  ["Student athletes", "show coaches what a stat sheet cannot: the tape, the training, the season."],
  ["Teams and organizations", "gather their games in one channel that players, parents and fans can follow."],
  ["Fans", "watch the sports that never make it to television, and stand behind the people who play them."],
] as const;

/** For visitors. Whoever was sent here from a private page finds the Sign In modal open. */
export function LandingPage() {
  useTitle("");
  const { next } = useSearch({ strict: false }) as { next?: string };
  useEffect(() => {
    if (next !== undefined) openSignIn(next);
  }, [next]);
  return (
    <>
      <Hero />
      <div className="column flex flex-col gap-24 py-20">
        <section id="about" aria-labelledby="about-title" className="grid gap-8 lg:grid-cols-[1fr_2fr]">
          <h2 id="about-title" className="title text-5xl">
            About
          </h2>
          <div className="flex flex-col gap-8">
            <p className="max-w-prose text-xl">
              Fieldhouse is a place for sport made by the people who play it. Athletes, teams and organizations publish
              video, images and documents; everybody else gets a seat close to the floor.
            </p>
            <dl className="grid gap-6 sm:grid-cols-3">
              {ABOUT.map(([who, what]) => (
                <div key={who} className="border-t-2 border-accent pt-4">
                  <dt className="title text-2xl">{who}</dt>
                  <dd className="mt-2 text-muted">{what}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
        <section id="features" aria-labelledby="features-title" className="flex flex-col gap-8">
          <h2 id="features-title" className="title text-5xl">
            Features
          </h2>
          <ul className="grid gap-px overflow-hidden rounded-media border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
            {FEATURES.map(({ Icon, title, sentence }) => (
              <li key={title} className="flex flex-col gap-3 bg-raised p-6 sm:p-8">
                <Icon aria-hidden size={28} strokeWidth={1.75} className="text-accent" />
                <h3 className="title text-2xl">{title}</h3>
                <p className="text-muted">{sentence}</p>
              </li>
            ))}
          </ul>
        </section>
        <section
          id="community"
          aria-labelledby="community-title"
          className="flex flex-col items-start gap-6 rounded-media border border-line bg-raised p-8 sm:p-12 lg:flex-row lg:items-center lg:justify-between"
        >
          <div className="flex max-w-prose flex-col gap-3">
            <h2 id="community-title" className="title text-5xl">
              Community
            </h2>
            <p className="text-lg text-muted">
              Cheer hard, play fair. Our{" "}
              <Link href="/guidelines" className="text-text underline">
                guidelines
              </Link>{" "}
              say what is welcome, anybody can report what is not, and people decide about it.
            </p>
          </div>
          <Button size="lg" onClick={() => openJoin(null)}>
            Join Now
          </Button>
        </section>
      </div>
    </>
  );
}

function Hero() {
  return (
    // At night in both themes.
    <section
      data-theme="dark"
      className="relative flex min-h-[min(44rem,86dvh)] items-end overflow-hidden text-on-scrim"
    >
      <img src={stadium} alt="" fetchPriority="high" className="absolute inset-0 size-full object-cover" />
      <div className="absolute inset-0 bg-linear-to-t from-scrim via-scrim/75 to-transparent" />
      <div className="column relative flex flex-col items-start gap-6 pt-40 pb-14">
        <h1 className="title max-w-4xl text-6xl sm:text-7xl lg:text-8xl">The lights are on. Show your game.</h1>
        <p className="max-w-lg text-lg sm:text-xl">
          Sports video by athletes, teams and organizations. Watch it, follow it, and earn when your people join.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button size="lg" onClick={() => openJoin(null)}>
            Join Now
          </Button>
          <LinkButton href="/explore" variant="secondary" size="lg">
            Explore videos
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
