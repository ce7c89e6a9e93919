import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { openJoin } from "../../entry.ts";

export function Community() {
  return (
    <section
      id="community"
      aria-labelledby="community-title"
      className="flex flex-col items-start gap-6 rounded-media border border-line bg-raised p-8 sm:p-12 lg:flex-row lg:items-center lg:justify-between"
    >
      <div className="flex max-w-prose flex-col gap-3">
        <h2 id="community-title" className="title text-5xl">
          Community
        </h2>
        <p className="text-lg text-muted">
          Cheer hard, play fair. Our{" "}
          <Link href="/guidelines" className="text-text underline">
            guidelines
          </Link>{" "}
          say what is welcome and what is not. Where you see something that is not, write to us.
        </p>
      </div>
      <Button size="lg" onClick={() => openJoin(null)}>
        Join Now
      </Button>
    </section>
  );
}
