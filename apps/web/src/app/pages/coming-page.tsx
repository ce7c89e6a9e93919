import { useLoaderData } from "@tanstack/react-router";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import type { ComingPath } from "../coming.ts";
import { COMING_WORDS } from "../coming-words.ts";

/** An address whose feature is still to be built: what it will hold, and the way back. */
export function ComingPage() {
  const page = COMING_WORDS[useLoaderData({ strict: false }) as ComingPath];
  const home = useUser() ? "/explore" : "/";
  useTitle(page.title);
  return (
    <section className="column flex min-h-[60vh] max-w-3xl flex-col items-start justify-center gap-5 py-16">
      <h1 className="title text-5xl sm:text-6xl">{page.title}</h1>
      <p className="max-w-prose text-lg text-muted">{page.sentence}</p>
      <LinkButton href={home} variant="secondary">
        Back to the home page
      </LinkButton>
    </section>
  );
}
