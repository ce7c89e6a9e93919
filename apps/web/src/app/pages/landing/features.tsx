import { HandCoins, Search, ShieldCheck, Upload } from "lucide-react";
import channel from "../../../assets/landing-channel.webp";
import explore from "../../../assets/landing-explore.webp";
import watch from "../../../assets/landing-watch.webp";

/** The product itself, at work. Each picture is a page as it is. */
const SHOWN = [
  {
    title: "Watch at once",
    sentence:
      "A video plays seconds after its upload ends, in the quality your connection carries, with pictures while you scrub and every key where you expect it.",
    picture: watch,
    alt: "The watch page: a video in its player, with its title, channel and related videos beside it",
  },
  {
    title: "See what is on",
    sentence:
      "Trending videos, the athletes of the week and the top earners, fresh every ten minutes; and each sport in a category of its own.",
    picture: explore,
    alt: "The explore page: a large banner of the most viewed videos above a row of trending ones",
  },
  {
    title: "A channel that speaks for you",
    sentence:
      "Tape, class, offers and visits in one place, edited where they stand. You decide what strangers may see of it.",
    picture: channel,
    alt: "An athlete's channel: cover, portrait, followers and their videos",
  },
] as const;

const MORE = [
  {
    Icon: Upload,
    title: "Upload without fear",
    sentence: "Pause, lose the connection, close the laptop: an upload goes on where it stopped, up to 4 GB a file.",
  },
  {
    Icon: HandCoins,
    title: "Earn by referral",
    sentence: "$10.00 for every person who joins by your link, in a ledger that adds up to the cent.",
  },
  {
    Icon: Search,
    title: "Find your sport",
    sentence: "Search forgives accents and small slips, and suggests while you type.",
  },
  {
    Icon: ShieldCheck,
    title: "Private when you want",
    sentence: "Each item is public, unlisted or private. Of athletes under 18 less is shown from the start.",
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
