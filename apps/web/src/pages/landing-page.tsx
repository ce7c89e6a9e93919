import { BRAND } from "@app/contract/brand";
import { useSearch } from "@tanstack/react-router";
import { BellRing, BookOpen, Captions, Check, HandCoins, Scissors, Search, ShieldCheck, Upload } from "lucide-react";
import { useEffect } from "react";
import { SiteStatsBand } from "#features/site-stats/site-stats-band.tsx";
import { openJoin, openSignIn } from "#flows/auth/auth-dialog-store.ts";
import { useTitle } from "#lib/use-title.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import channelDark from "../assets/landing-channel-dark.webp";
import channelLight from "../assets/landing-channel-light.webp";
import exploreDark from "../assets/landing-explore-dark.webp";
import exploreLight from "../assets/landing-explore-light.webp";
import filmRoomDark from "../assets/landing-film-room-dark.webp";
import filmRoomLight from "../assets/landing-film-room-light.webp";
import numbersDark from "../assets/landing-numbers-dark.webp";
import numbersLight from "../assets/landing-numbers-light.webp";
import watchDark from "../assets/landing-watch-dark.webp";
import watchLight from "../assets/landing-watch-light.webp";
import stadium from "../assets/scene-stadium.svg";

/** With screenshots of the real pages, in both themes. */
const FEATURES = [
  {
    title: "Watch right away",
    sentence:
      "A video plays seconds after its upload ends, in the quality your connection can carry, with previews while you scrub and the keyboard shortcuts you expect.",
    dark: watchDark,
    light: watchLight,
    alt: "The watch page: a video in its player, with its title, channel and related videos beside it",
  },
  {
    title: "Break down the film",
    sentence:
      "Step frame by frame, slow a play down, loop it, draw on it, and keep your notes to yourself or share them with the channel.",
    dark: filmRoomDark,
    light: filmRoomLight,
    alt: "The film room: a paused video with an arrow and a circle drawn on it, the drawing tools below, and notes beside it",
  },
  {
    title: "See what's on",
    sentence:
      "Trending videos, the athletes of the week and the top earners, updated every ten minutes, and a category for every sport.",
    dark: exploreDark,
    light: exploreLight,
    alt: "The explore page: a large banner of the most viewed videos above a row of trending ones",
  },
  {
    title: "A channel that speaks for you",
    sentence: "Tape, class, offers and visits in one place, easy to edit. You decide what others can see.",
    dark: channelDark,
    light: channelLight,
    alt: "An athlete's channel: cover, portrait, followers and their videos",
  },
  {
    title: "Numbers that help",
    sentence:
      "Where viewers stop, what they replay, where they come from, and how many follow you afterward. Who watched stays private.",
    dark: numbersDark,
    light: numbersLight,
    alt: "The numbers of a video: where its views come from, and the curve of how many viewers are still watching",
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
    Icon: BookOpen,
    title: "Images and playbooks",
    sentence: "Publish sets of images, and PDFs that anyone can read and search, page by page, on any phone.",
  },
  {
    Icon: Scissors,
    title: "Clips and trims",
    sentence: "Turn one play of a long game into a video of its own, without another upload.",
  },
  {
    Icon: Captions,
    title: "Captions",
    sentence: "Add captions in several languages and correct them beside the player. Search finds what was said.",
  },
  {
    Icon: HandCoins,
    title: "Earn through referrals",
    sentence: "Share your link, and earn $10.00 for every referral.",
  },
  {
    Icon: Search,
    title: "Find your sport",
    sentence: "Search forgives missing accents and typos, and suggests as you type.",
  },
  {
    Icon: BellRing,
    title: "Know right away",
    sentence: "New uploads, comments and followers appear the moment they happen, on your phone too if you like.",
  },
  {
    Icon: ShieldCheck,
    title: "Private when you want",
    sentence: "Each upload is public, unlisted or private. Profiles of athletes under 18 show less by default.",
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
      "Games, training videos and playbooks, each public, unlisted or private",
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
          {BRAND.name} is a place for sports made by the people who play them. Athletes, teams and organizations publish
          their videos, images and playbooks; everyone else watches, follows and cheers them on.
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
      {FEATURES.map(({ title, sentence, dark, light, alt }, at) => (
        <article key={title} className="grid items-center gap-6 lg:grid-cols-12 lg:gap-10">
          <div className={`lg:col-span-8 ${at % 2 === 1 ? "lg:order-last" : ""}`}>
            <Screenshot src={dark} alt={alt} className="in-data-[theme=light]:hidden" />
            <Screenshot src={light} alt={alt} className="in-data-[theme=dark]:hidden" />
          </div>
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

/** A lazy image that is not displayed is not loaded. */
function Screenshot({ src, alt, className }: { src: string; alt: string; className: string }) {
  return (
    <img
      src={src}
      alt={alt}
      {...PICTURE}
      loading="lazy"
      className={`w-full rounded-media border border-line ${className}`}
    />
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
          Sports video by athletes, teams and organizations. Watch, follow, and earn through referrals.
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
