import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "#lib/api-error.ts";
import { Notice } from "#ui/notice.tsx";

/**
 * `useless` is final: used up, expired or invalid. `password`: the server requires one in this browser. Any other
 * failure can be retried.
 */
export type LinkState =
  | { step: "using" }
  | { step: "useless" }
  | { step: "password" }
  | { step: "failed"; error: unknown };

type LinkOptions = {
  /** Empty if the URL has none. */
  token: string;
  consume: (token: string) => Promise<unknown>;
  onUsed: () => void;
  onUseless: () => void;
};

/** For a link that is used up, expired or invalid; the children offer another one. */
export function UselessLink({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <Notice tone="error">{SIGN_UP_MESSAGES.linkUseless}</Notice>
      {children}
    </>
  );
}

/** Consumes an emailed link when its page opens, once per visit. Mail scanners run no scripts, so they cannot consume it. */
export function useLink({ token, consume, onUsed, onUseless }: LinkOptions): {
  state: LinkState;
  retry: () => void;
  /** For the password form, when the link turns out to be useless. */
  showUseless: () => void;
} {
  const [state, setState] = useState<LinkState>({ step: token === "" ? "useless" : "using" });
  const hasStarted = useRef(false);

  const run = () => {
    setState({ step: "using" });
    consume(token).then(onUsed, (error: unknown) => {
      if (isLinkUseless(error)) showUseless();
      else if (error instanceof ApiError && error.kind === "password_required") setState({ step: "password" });
      else setState({ step: "failed", error });
    });
  };

  const showUseless = () => {
    setState({ step: "useless" });
    onUseless();
  };

  useEffect(() => {
    if (token === "" || hasStarted.current) return;
    hasStarted.current = true;
    run();
  });

  return { state, retry: run, showUseless };
}

/** @returns whether the error means that the link itself can no longer be used */
export function isLinkUseless(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === "gone" || (error.kind === "invalid_input" && "token" in error.errors);
}
