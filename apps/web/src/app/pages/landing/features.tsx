import { HandCoins, Search, ShieldCheck, Upload } from "lucide-react";
import channel from "../../../assets/landing-channel.webp";
import explore from "../../../assets/landing-explore.webp";
import watch from "../../../assets/landing-watch.webp";

/** The product itself, at work. Each picture is a page as it is. */
const SHOWN = [
  {
    title: "Watch at once",
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

const MORE = [
  {
    Icon: Upload,
    title: "Uploads that survive",
    sentence:
      "Pause, lose the connection, close the laptop: an upload resumes where it stopped. Files can be up to 4 GB.",
  },
  {
    Icon: HandCoins,
    title: "Earn by referral",
    sentence: "$10.00 for every person who joins with your link and verifies their email.",
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

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="flex flex-col gap-16">
      <h2 id="features-title" className="title text-5xl">
        Features
      </h2>
      {SHOWN.map(({ title, sentence, picture, alt }, at) => (
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
        {MORE.map(({ Icon, title, sentence }) => (
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
