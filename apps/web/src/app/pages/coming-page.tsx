import { useLoaderData } from "@tanstack/react-router";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import type { ComingPath } from "../coming.ts";
import { COMING_WORDS } from "../coming-words.ts";
import { JoinPrompt } from "../join-prompt.tsx";

/** An address whose feature is still to be built: what it will hold, and the way back. */
export function ComingPage() {
  const path = useLoaderData({ strict: false }) as ComingPath;
  const page = COMING_WORDS[path];
  const user = useUser();
  useTitle(page.title);
  return (
    <section className="column flex min-h-[60vh] max-w-3xl flex-col items-start justify-center gap-5 py-16">
      <span className="score rounded-[4px] border border-edge px-2 text-sm tracking-wider text-muted">COMING SOON</span>
      <h1 className="title text-5xl sm:text-6xl">{page.title}</h1>
      <p className="max-w-prose text-lg text-muted">{page.sentence}</p>
      {path === "/notification/" && user === null ? (
        <JoinPrompt>Sign in to see yours.</JoinPrompt>
      ) : (
        <WayBack path={path} home={user ? "/explore" : "/"} />
      )}
    </section>
  );
}

function WayBack({ path, home }: { path: ComingPath; home: string }) {
  const isUpload = path === "/upload-image" || path === "/upload-document";
  return (
    <LinkButton href={isUpload ? "/upload-content" : home} variant="secondary">
      {isUpload ? "Back to Upload" : "Back to the home page"}
    </LinkButton>
  );
}
