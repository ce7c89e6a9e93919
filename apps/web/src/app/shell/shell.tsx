import type { UserCard } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import { MESSAGES } from "@app/contract/errors";
import { type ErrorComponentProps, Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { Menu as MenuIcon, Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { closeAuthDialog, openJoin, openSignIn, useAuthDialog } from "#flows/auth/auth-dialog-store.ts";
import { ApiError } from "#lib/api-error.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { closeSafetyDialog, useSafetyDialog } from "#lib/safety.ts";
import { useUser } from "#lib/session.ts";
import { setTheme, useTheme } from "#lib/theme.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Logo } from "#ui/logo.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AuthDialog, MobileMenu, preloadAuthDialog, SafetyDialogs } from "./lazy-dialogs.ts";
import { footerLinks, headerLinks } from "./links.ts";

/** Visitors never load it. For members it loads while the session is being restored. */
export const { Component: MemberHeader, preload: preloadMemberHeader } = lazyWithPreload(
  async () => (await withOfflineError(import("./member-header.tsx"))).MemberHeader,
  () => null,
  {
    Fallback: ({ onRetry }) => (
      <Button variant="ghost" onClick={onRetry}>
        The menu could not be loaded. Retry
      </Button>
    ),
  },
);

const THEMES = [
  { value: "system", label: "System theme", Icon: Monitor },
  { value: "dark", label: "Dark theme", Icon: Moon },
  { value: "light", label: "Light theme", Icon: Sun },
] as const;

const MAIN_ID = "main";

/** Header, main content and footer of every page. */
export function Shell() {
  const user = useUser();
  const isAuthDialogOpen = useAuthDialog(({ shown }) => shown !== null);
  const isSafetyDialogOpen = useSafetyDialog(({ question }) => question !== null);
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
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 h-16 border-b border-line bg-ground print:hidden">
        {user ? <MemberHeader user={user} /> : <VisitorHeader />}
      </header>
      <main ref={main} id={MAIN_ID} tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Footer user={user} />
      {isAuthDialogOpen && <AuthDialog onClose={closeAuthDialog} />}
      {isSafetyDialogOpen && <SafetyDialogs onClose={closeSafetyDialog} />}
    </div>
  );
}

/**
 * Moves the focus to the content after a navigation, as after a page load, unless the user has already moved it to a menu,
 * a dialog or a field.
 */
function useFocusOnNewPage(main: { current: HTMLElement | null }): void {
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shownPath = useRef(path);
  const focusBefore = useRef<Element | null>(null);
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", () => {
        focusBefore.current = document.activeElement;
      }),
    [router],
  );
  useEffect(() => {
    if (path === undefined || path === shownPath.current) return;
    const isFirst = shownPath.current === undefined;
    shownPath.current = path;
    const { activeElement, body } = document;
    const hasMovedFocus = activeElement !== focusBefore.current && activeElement !== body;
    if (!isFirst && !hasMovedFocus) main.current?.focus({ preventScroll: true });
  }, [path, main]);
}

function Footer({ user }: { user: UserCard | null }) {
  return (
    <footer className="print:hidden mt-16 border-t border-line">
      <div className="column flex flex-col gap-6 py-10 sm:flex-row sm:items-center sm:justify-between">
        <Logo size={26} />
        <nav aria-label="Footer" className="-mx-3 flex flex-wrap">
          {footerLinks(user).map(({ href, label }) => (
            <Link
              key={label}
              href={href}
              className="flex min-h-9 items-center rounded-control px-3 text-sm text-muted hover:text-text hover:underline touch:min-h-11"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex flex-wrap items-center gap-4">
          <p className="text-sm whitespace-nowrap text-muted">
            © {new Date().getFullYear()} {BRAND.name}
          </p>
          <ThemeChoice />
        </div>
      </div>
    </footer>
  );
}

/** Radio buttons that look like a switch. In the footer, so that visitors have it, too. */
function ThemeChoice() {
  const theme = useTheme((state) => state.theme);
  return (
    <fieldset className="flex rounded-full border border-edge p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className="relative grid size-8 cursor-pointer place-items-center forced-color-adjust-none rounded-full text-muted hover:text-text has-checked:bg-lift has-checked:text-text forced-colors:border forced-colors:border-transparent forced-colors:has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent touch:size-11"
        >
          <input
            type="radio"
            name="theme"
            aria-label={label}
            checked={value === theme}
            onChange={() => setTheme(value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon aria-hidden size={16} />
        </label>
      ))}
    </fieldset>
  );
}

/** Preloads the dialogs on hover and focus. */
function preloadAuth(): void {
  // If this fails, the click reports it.
  preloadAuthDialog().catch(() => undefined);
}

function VisitorHeader() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <div className="column flex h-full items-center gap-4 md:gap-6">
      <Link href="/" aria-label={`${BRAND.name}, home`} className="flex min-h-11 items-center rounded-control">
        <Logo />
      </Link>
      <nav aria-label="Main" className="hidden flex-1 gap-1 md:flex">
        {headerLinks(null).map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            className="flex min-h-10 items-center rounded-control px-3 text-sm font-semibold text-muted transition-colors hover:bg-lift hover:text-text touch:min-h-11"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-2 sm:gap-3">
        <Button
          variant="secondary"
          className="max-sm:hidden"
          onPointerEnter={preloadAuth}
          onFocus={preloadAuth}
          onClick={() => openJoin(null)}
        >
          Join Now
        </Button>
        <Button onPointerEnter={preloadAuth} onFocus={preloadAuth} onClick={() => openSignIn(null)}>
          Sign In
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Menu"
          aria-haspopup="dialog"
          className="md:hidden"
          onClick={() => setIsMenuOpen(true)}
        >
          <MenuIcon aria-hidden size={22} />
        </Button>
      </div>
      {isMenuOpen && <MobileMenu user={null} onClose={() => setIsMenuOpen(false)} />}
    </div>
  );
}

/** Shown when a page throws. Reloading also fetches the newest release, which fixes a page left open during a deployment. */
export function PageError({ error }: Partial<ErrorComponentProps>) {
  const router = useRouter();
  if (error instanceof ApiError && error.kind === "offline") {
    return <LoadError error={error} isRetrying={false} onRetry={() => void router.invalidate()} />;
  }
  return (
    <div role="alert" className="column flex min-h-[60vh] flex-col items-center justify-center gap-4 text-center">
      <h1 className="page-title">{MESSAGES.somethingWrong}</h1>
      <p className="text-muted">This page could not be shown.</p>
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
    </div>
  );
}

/** Shown only if loading a page takes longer than 300 ms. */
export function PagePending() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner label="Loading the page" size={28} />
    </div>
  );
}
