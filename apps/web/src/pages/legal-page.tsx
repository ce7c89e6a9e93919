import { useLocation } from "@tanstack/react-router";
import { useTitle } from "#lib/use-title.ts";
import { Link } from "#ui/link.tsx";
import { LEGAL_PATHS, LEGAL_TEXTS } from "./legal/legal-texts.ts";

/** The terms, the privacy policy and the guidelines. */
export function LegalPage() {
  const { pathname } = useLocation();
  const path = LEGAL_PATHS.find((known) => pathname.startsWith(known)) ?? "/terms";
  const { title, lead, parts } = LEGAL_TEXTS[path];
  const others = LEGAL_PATHS.filter((other) => other !== path);
  useTitle(title);
  return (
    <article className="column flex max-w-3xl flex-col gap-8 py-12 sm:py-16">
      <header className="flex flex-col gap-3">
        <h1 className="page-title">{title}</h1>
        <p className="text-lg text-muted">{lead}</p>
      </header>
      {parts.map(({ heading, sentences }) => (
        <section key={heading} className="flex flex-col gap-3">
          <h2 className="title text-2xl">{heading}</h2>
          <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
      <nav aria-label="More rules" className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-6">
        {others.map((other) => (
          <Link key={other} href={other} className="inline-flex min-h-11 items-center text-accent underline">
            {LEGAL_TEXTS[other].title}
          </Link>
        ))}
      </nav>
    </article>
  );
}
