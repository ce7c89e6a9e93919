import { useMatches } from "@tanstack/react-router";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { JoinPrompt } from "../join-prompt.tsx";
import { PLACEHOLDER_WORDS } from "../placeholder-words.ts";
import { isPlaceholder, type PlaceholderPath } from "../placeholders.ts";

/** An address whose feature is not built: it promises nothing, and leads to what is there. */
export function PlaceholderPage() {
  const { title, sentence, way } = PLACEHOLDER_WORDS[usePath()];
  const user = useUser();
  useTitle(title);
  return (
    <section className="column flex min-h-[60vh] max-w-3xl flex-col items-start justify-center gap-5 py-16">
      <h1 className="title text-5xl sm:text-6xl">{title}</h1>
      {user ? (
        <>
          <p className="max-w-prose text-lg text-muted">{sentence}</p>
          <LinkButton href={way.href} variant="secondary">
            {way.label}
          </LinkButton>
        </>
      ) : (
        <JoinPrompt>Sign in to see yours.</JoinPrompt>
      )}
    </section>
  );
}

function usePath(): PlaceholderPath {
  const path = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  return isPlaceholder(path) ? path : "/creator-view";
}
