import type { RecruitingLink } from "@app/contract/recruiting";
import type { ReactNode } from "react";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

type ObstacleProps = { obstacle: NonNullable<RecruitingLink["closed_because"]>; guardian: ReactNode };

/** Why nobody can open the page, and the way out where there is one. */
export function Obstacle({ obstacle, guardian }: ObstacleProps) {
  if (obstacle === "lapsed")
    return (
      <Notice
        tone="warning"
        title="Your plan has ended."
        action={
          <LinkButton href="/billing" variant="secondary" size="sm">
            Pay for a plan again
          </LinkButton>
        }
      >
        Nobody can open your recruiting page until a plan is paid. Its address stays.
      </Notice>
    );
  if (obstacle === "hidden")
    return (
      <Notice tone="warning" title="Your channel is hidden.">
        Nobody can open your recruiting page while it is. Its address stays.
      </Notice>
    );
  return (
    <>
      <Notice tone="warning" title="A parent or guardian has to consent.">
        You are under 18: nobody can open your recruiting page before they do. They get a mail with a link.
      </Notice>
      {guardian}
    </>
  );
}
