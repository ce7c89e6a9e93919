import { useMatches } from "@tanstack/react-router";
import { VisitorPrompt } from "#flows/auth/visitor-prompt.tsx";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";

type Placeholder = { title: string; sentence: string; link: { href: string; label: string } };

const TO_HOME = { href: "/explore", label: "Back to the home page" };

/** What is true today, and where to go from there. */
const PLACEHOLDERS = {
  "/notification/": { title: "Notifications", sentence: "Sorry, no notifications found", link: TO_HOME },
  "/admin/$": { title: "Staff", sentence: "There is nothing here yet.", link: TO_HOME },
} as const satisfies Record<string, Placeholder>;

export type PlaceholderPath = keyof typeof PLACEHOLDERS;

/** Stands at an address whose feature is not built yet: it promises nothing and links to what exists. */
export function PlaceholderPage() {
  const { title, sentence, link } = PLACEHOLDERS[usePath()];
  const user = useUser();
  useTitle(title);
  return (
    <section className="column flex min-h-[60vh] max-w-3xl flex-col items-start justify-center gap-5 py-16">
      <h1 className="title text-5xl sm:text-6xl">{title}</h1>
      {user ? (
        <>
          <p className="max-w-prose text-lg text-muted">{sentence}</p>
          <LinkButton href={link.href} variant="secondary">
            {link.label}
          </LinkButton>
        </>
      ) : (
        <VisitorPrompt>Sign in to see yours.</VisitorPrompt>
      )}
    </section>
  );
}

function usePath(): PlaceholderPath {
  const path = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  return isPlaceholder(path) ? path : "/notification/";
}

function isPlaceholder(path: string | undefined): path is PlaceholderPath {
  return path !== undefined && Object.hasOwn(PLACEHOLDERS, path);
}
