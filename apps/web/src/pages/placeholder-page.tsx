import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";

/** Stands where the staff's pages will be: it promises nothing and leads back. */
export function PlaceholderPage() {
  useTitle("Staff");
  return (
    <section className="column flex min-h-[60vh] max-w-3xl flex-col items-start justify-center gap-5 py-16">
      <h1 className="title text-5xl sm:text-6xl">Staff</h1>
      <p className="max-w-prose text-lg text-muted">There is nothing here yet.</p>
      <LinkButton href="/explore" variant="secondary">
        Back to the home page
      </LinkButton>
    </section>
  );
}
