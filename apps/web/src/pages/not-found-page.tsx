import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";

export function NotFoundPage() {
  useTitle("Not found");
  const home = useUser() ? "/explore" : "/";
  return (
    <section className="column flex min-h-[60vh] flex-col items-center justify-center py-16">
      <h1 className="title text-6xl">404</h1>
      <Empty title="This page is not in the stands.">
        <p>It may have moved, it may be private, or the address may have a typo.</p>
        <LinkButton href={home}>Go to the home page</LinkButton>
      </Empty>
    </section>
  );
}
