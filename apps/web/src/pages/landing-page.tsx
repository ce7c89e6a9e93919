import { BRAND } from "@app/contract/brand";
import { useSearch } from "@tanstack/react-router";
import { Check, HandCoins, Search, ShieldCheck, Upload } from "lucide-react";
import { useEffect } from "react";
import { SiteStatsBand } from "#features/site-stats/site-stats-band.tsx";
import { openJoin, openSignIn } from "#flows/auth/auth-dialog-store.ts";
import { useTitle } from "#lib/use-title.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import channel from "../assets/landing-channel.webp";
import explore from "../assets/landing-explore.webp";
import watch from "../assets/landing-watch.webp";
import stadium from "../assets/scene-stadium.svg";

/** With screenshots of the real pages. */
const FEATURES = [
  {
    title: "Watch right away",
    sentence:
      "A video plays seconds after its upload ends, in the quality your connection can carry, with previews while you scrub and the keyboard shortcuts you expect.",
    picture: watch,
    alt: "The watch page: a video in its player, with its title, channel and related videos beside it",
  },
  {
    title: "See what's on",
    sentence:
      "Trending videos, the athletes of the week and the top earners, updated every ten minutes, and a category for every sport.",
    picture: explore,
    alt: "The explore page: a large banner of the most viewed videos above a row of trending ones",
  },
  {
    title: "A channel that speaks for you",
    sentence: "Tape, class, offers and visits in one place, easy to edit. You decide what others can see.",
    picture: channel,
    alt: "An athlete's channel: cover, portrait, followers and their videos",
  },
] as const;

const MORE_FEATURES = [
  {
    Icon: Upload,
    title: "Uploads that survive",
    sentence:
      "Pause, lose the connection, close the laptop: an upload resumes where it stopped. Files can be up to 4 GB.",
  },
  {
    Icon: HandCoins,
    title: "Earn by referral",
    sentence: "Share your link, and earn $10.00 for every referral.",
  },
  {
    Icon: Search,
    title: "Find your sport",
    sentence: "Search forgives missing accents and typos, and suggests as you type.",
  },
  {
    Icon: ShieldCheck,
    title: "Private when you want",
    sentence: "Each video is public, unlisted or private. Profiles of athletes under 18 show less by default.",
  },
] as const;

const PICTURE = { width: 1200, height: 750 };

const AUDIENCES = [
  {
    who: "A fan",
    promise: "gets a seat close to the floor.",
    gains: [
      "Sports that never make it to television, told by the people who play them",
      "Follow a channel and its next upload waits for you",
      "Watching is free",
    ],
  },
  {
    who: "An athlete",
    promise: "gets seen.",
    gains: [
      "One channel with your tape, your class and your college offers and visits",
      "Highlights that play seconds after their upload, on any phone",
      "$10.00 for every referral",
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

/** For visitors. After a redirect from a members' page, the Sign In modal is open. */
export function LandingPage() {
  useTitle("");
  const { next } = useSearch({ from: "__root__" });
  useEffect(() => {
    if (next !== undefined) openSignIn(next);
  }, [next]);
  return (
    <>
      <Hero />
      <SiteStatsBand />
      <div className="column flex flex-col gap-24 py-20">
        <Audiences />
        <Features />
        <Community />
      </div>
    </>
  );
}

function Community() {
  return (
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
          say what is welcome and what is not. If you see something that is not, report it: every video, comment and
          channel has a menu for that.
        </p>
      </div>
      <Button size="lg" onClick={() => openJoin(null)}>
        Join Now
      </Button>
    </section>
  );
}

function Audiences() {
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
      <ul className="grid gap-8 md:grid-cols-3 md:gap-y-4">
        {AUDIENCES.map(({ who, promise, gains }) => (
          <li
            key={who}
            // The lists begin at one height.
            className="grid gap-4 border-t-2 border-accent pt-5 md:row-span-2 md:grid-rows-subgrid"
          >
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

function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="flex flex-col gap-16">
      <h2 id="features-title" className="title text-5xl">
        Features
      </h2>
      {FEATURES.map(({ title, sentence, picture, alt }, at) => (
        <article key={title} className="grid items-center gap-6 lg:grid-cols-12 lg:gap-10">
          <img
            src={picture}
            alt={alt}
            {...PICTURE}
            loading="lazy"
            className={`w-full rounded-media border border-line lg:col-span-8 ${at % 2 === 1 ? "lg:order-last" : ""}`}
          />
          <div className="flex flex-col gap-3 lg:col-span-4">
            <h3 className="title text-4xl">{title}</h3>
            <p className="max-w-prose text-lg text-muted">{sentence}</p>
          </div>
        </article>
      ))}
      <ul className="grid gap-px overflow-hidden rounded-media border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {MORE_FEATURES.map(({ Icon, title, sentence }) => (
          <li key={title} className="flex flex-col gap-3 bg-raised p-6 sm:p-8">
            <Icon aria-hidden size={28} className="text-accent" />
            <h3 className="title text-2xl">{title}</h3>
            <p className="text-muted">{sentence}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hero() {
  return (
    // Dark in both themes, because the picture is a night scene.
    <section
      data-theme="dark"
      className="relative flex min-h-[min(44rem,86dvh)] items-end overflow-hidden text-on-scrim"
    >
      <img src={stadium} alt="" fetchPriority="high" className="absolute inset-0 size-full object-cover" />
      <div className="absolute inset-0 bg-linear-to-t from-scrim via-scrim/75 to-transparent" />
      <div className="column relative flex flex-col items-start gap-6 pt-40 pb-14">
        <h1 className="title max-w-4xl text-6xl sm:text-7xl lg:text-8xl">The lights are on. Show your game.</h1>
        <p className="max-w-lg text-lg text-pretty sm:text-xl">
          Sports video by athletes, teams and organizations. Watch, follow, and earn when people join with your link.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button size="lg" onClick={() => openJoin(null)}>
            Join Now
          </Button>
          <Button variant="secondary" size="lg" onClick={() => openSignIn(null)}>
            Sign In
          </Button>
          <LinkButton href="/explore" variant="ghost" size="lg" className="text-on-scrim max-sm:px-0">
            Explore videos
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
