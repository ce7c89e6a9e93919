import { useLoaderData } from "@tanstack/react-router";
import { useTitle } from "#lib/use-title.ts";
import { LEGAL_TEXTS, type LegalPath } from "../legal-texts.ts";

/** The terms, the privacy policy and the guidelines. */
export function LegalPage() {
  const { title, lead, parts } = LEGAL_TEXTS[useLoaderData({ strict: false }) as LegalPath];
  useTitle(title);
  return (
    <article className="column flex max-w-3xl flex-col gap-8 py-12 sm:py-16">
      <header className="flex flex-col gap-3">
        <h1 className="title text-4xl sm:text-5xl">{title}</h1>
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
    </article>
  );
}
