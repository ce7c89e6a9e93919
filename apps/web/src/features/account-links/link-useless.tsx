import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { ReactNode } from "react";
import { Notice } from "#ui/notice.tsx";

/** A link that was used, is too old or never was one; how to get another stands under it. */
export function LinkUseless({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="title text-5xl">{title}</h1>
      <Notice tone="error">{SIGN_UP_MESSAGES.linkUseless}</Notice>
      {children}
    </>
  );
}
