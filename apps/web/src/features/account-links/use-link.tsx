import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "#lib/api-error.ts";
import { Notice } from "#ui/notice.tsx";

/**
 * `useless` is final: used up, too old, or never a link. `password`: the server asks for one in this browser. Anything
 * else that goes wrong can be tried again.
 */
export type LinkState =
  | { step: "using" }
  | { step: "useless" }
  | { step: "password" }
  | { step: "failed"; error: unknown };

type LinkOptions = {
  /** Empty where the address holds none. */
  token: string;
  spend: (token: string) => Promise<unknown>;
  onUsed: () => void;
  onUseless: () => void;
};

/** A link that was used, is too old or never was one; how to get another stands under it. */
export function UselessLink({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="title text-5xl">{title}</h1>
      <Notice tone="error">{SIGN_UP_MESSAGES.linkUseless}</Notice>
      {children}
    </>
  );
}

/** Uses the link of a mail when its page opens: once, and again only when asked. A scanner of mails runs no script. */
export function useLink({ token, spend, onUsed, onUseless }: LinkOptions): {
  state: LinkState;
  retry: () => void;
  /** For the form that goes on with a password, and finds the link of no use any more. */
  showUseless: () => void;
} {
  const [state, setState] = useState<LinkState>({ step: token === "" ? "useless" : "using" });
  const isBegun = useRef(false);

  const run = () => {
    setState({ step: "using" });
    spend(token).then(onUsed, (error: unknown) => {
      if (isUseless(error)) showUseless();
      else if (error instanceof ApiError && error.kind === "password_required") setState({ step: "password" });
      else setState({ step: "failed", error });
    });
  };

  const showUseless = () => {
    setState({ step: "useless" });
    onUseless();
  };

  useEffect(() => {
    if (token === "" || isBegun.current) return;
    isBegun.current = true;
    run();
  });

  return { state, retry: run, showUseless };
}

/** @returns whether this answer means that the link itself is of no use any more */
export function isUseless(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === "gone" || (error.kind === "invalid_input" && "token" in error.errors);
}
