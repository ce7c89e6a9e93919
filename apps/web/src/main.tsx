import "./styles/app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { connectLive } from "#app/connect-live.ts";
import { hydrateInitialData } from "#app/initial-data.ts";
import { prefetchPlayer } from "#app/prefetch-player.ts";
import { clearOnUserChange, queryClient } from "#app/query-client.ts";
import { router } from "#app/router.ts";
import { preloadMemberHeader } from "#app/shell/shell.tsx";
import { readLcpImage } from "#lib/lcp-image.ts";
import { getUser, restoreSession } from "#lib/session.ts";
import { watchSystemTheme } from "#lib/theme.ts";
import { showFlash } from "#lib/toast.ts";
import { Toaster } from "#ui/toaster.tsx";

/** Waiting this long for the page lets it render in one transition with the shell instead of blocking input later. */
const PAGE_WAIT_MS = 300;

async function start(place: HTMLElement): Promise<void> {
  watchSystemTheme();
  readLcpImage();
  const header = getUser() ? preloadMemberHeader().catch(() => undefined) : null;
  await Promise.all([restoreSession(), header]);
  clearOnUserChange();
  hydrateInitialData(queryClient);
  // Yields after evaluating the scripts, so that rendering is a separate task.
  await new Promise((resolve) => setTimeout(resolve));
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS))]);
  const root = createRoot(place);
  // As a transition, so that rendering does not block input.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toaster />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  showFlash();
  connectLive();
  prefetchPlayer();
}

const place = document.getElementById("root");
if (place) void start(place);
