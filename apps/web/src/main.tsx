import "./styles/app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { takeInitialData } from "#app/initial-data.ts";
import { fetchPlayerAhead } from "#app/prefetch-player.ts";
import { forgetOnChangeOfUser, queryClient } from "#app/query-client.ts";
import { router } from "#app/router.ts";
import { preloadMemberHeader } from "#app/shell/shell.tsx";
import { readInitialPicture } from "#lib/initial-picture.ts";
import { keepLive } from "#lib/keep-live.ts";
import { getUser, restoreSession } from "#lib/session.ts";
import { watchSystemTheme } from "#lib/theme.ts";
import { showFlash } from "#lib/toast.ts";
import { Toaster } from "#ui/toaster.tsx";

/** How long the frame around a page waits for it: what is drawn at once is drawn bit by bit, what comes later is not. */
const PAGE_WAIT_MS = 300;

async function start(place: HTMLElement): Promise<void> {
  watchSystemTheme();
  readInitialPicture();
  const header = getUser() ? preloadMemberHeader().catch(() => undefined) : null;
  await Promise.all([restoreSession(), header]);
  forgetOnChangeOfUser();
  takeInitialData(queryClient);
  // The scripts have just been run: what draws the page has a turn of its own.
  await new Promise((resolve) => setTimeout(resolve));
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS))]);
  const root = createRoot(place);
  // Drawn bit by bit: what somebody does meanwhile comes first.
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
  keepLive();
  fetchPlayerAhead();
}

const place = document.getElementById("root");
if (place) void start(place);
