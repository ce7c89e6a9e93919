import { Button, LinkButton } from "#ui/button.tsx";
import stadium from "../../../assets/scene-stadium.svg";
import { openJoin, openSignIn } from "../../entry.ts";

export function Hero() {
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
