import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useUser } from "#lib/session.ts";
import { closeEntry, useEntry } from "../entry.ts";
import { Footer } from "./footer.tsx";
import { EntryDialogs } from "./late-dialogs.ts";
import { MemberHeader } from "./late-member-header.ts";
import { VisitorHeader } from "./visitor-header.tsx";

const MAIN_ID = "main";

/** What stands around every page. */
export function Shell() {
  const user = useUser();
  const isEntryShown = useEntry(({ shown }) => shown !== null);
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${MAIN_ID}`}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-30 h-16 border-b border-line bg-ground print:hidden">
        {user ? <MemberHeader user={user} /> : <VisitorHeader />}
      </header>
      <main ref={main} id={MAIN_ID} tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Footer user={user} />
      {isEntryShown && <EntryDialogs onClose={closeEntry} />}
    </div>
  );
}

/** After a change of page the keyboard and the screen reader start at its content, as after a page load. */
function useFocusOnNewPage(main: { current: HTMLElement | null }): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shownPath = useRef(path);
  useEffect(() => {
    if (path === undefined || path === shownPath.current) return;
    const isFirst = shownPath.current === undefined;
    shownPath.current = path;
    // A dialog that took the focus meanwhile keeps it.
    if (!isFirst && !document.querySelector("[role=dialog]")) main.current?.focus({ preventScroll: true });
  }, [path, main]);
}
