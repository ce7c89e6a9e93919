import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { NumberBand } from "#features/site-stats/number-band.tsx";
import { useTitle } from "#lib/use-title.ts";
import { openSignIn } from "../entry.ts";
import { Audiences } from "./landing/audiences.tsx";
import { Community } from "./landing/community.tsx";
import { Features } from "./landing/features.tsx";
import { Hero } from "./landing/hero.tsx";

/** For visitors. Whoever was sent here from a private page finds the Sign In modal open. */
export function LandingPage() {
  useTitle("");
  const { next } = useSearch({ from: "__root__" });
  useEffect(() => {
    if (next !== undefined) openSignIn(next);
  }, [next]);
  return (
    <>
      <Hero />
      <NumberBand />
      <div className="column flex flex-col gap-24 py-20">
        <Audiences />
        <Features />
        <Community />
      </div>
    </>
  );
}
