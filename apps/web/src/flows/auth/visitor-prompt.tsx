import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { openJoin, openSignIn } from "./auth-dialog-store.ts";

/** Shown to visitors in place of a page for members. */
export function VisitorPrompt({ children }: { children: ReactNode }) {
  const here = window.location.pathname;
  return (
    <>
      <p className="text-lg">{children}</p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button size="lg" onClick={() => openSignIn(here)}>
          Sign In
        </Button>
        <Button size="lg" variant="secondary" onClick={() => openJoin(here)}>
          Join Now
        </Button>
      </div>
    </>
  );
}
