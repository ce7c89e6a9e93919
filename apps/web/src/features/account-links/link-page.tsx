import type { ReactNode } from "react";
import { LoadError } from "#ui/load-error.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { LinkUseless } from "./link-useless.tsx";
import type { LinkState } from "./use-link.ts";

type LinkPageProps = {
  title: string;
  state: LinkState;
  onRetry: () => void;
  /** Shown while the server asks for a password. */
  withPassword: ReactNode;
  /** How one gets another link. */
  children: ReactNode;
};

/** While the link of a mail is used, and when it cannot be. */
export function LinkPage({ title, state, onRetry, withPassword, children }: LinkPageProps) {
  if (state.step === "useless") return <LinkUseless title={title}>{children}</LinkUseless>;
  return (
    <>
      <h1 className="title text-5xl">{title}</h1>
      {state.step === "using" && <Spinner label="Using your link" size={28} />}
      {state.step === "password" && withPassword}
      {state.step === "failed" && <LoadError error={state.error} onRetry={onRetry} />}
    </>
  );
}
