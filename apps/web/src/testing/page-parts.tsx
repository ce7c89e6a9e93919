import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { onTestFinished, vi } from "vitest";
import { watchActingChannel } from "#lib/acting-channel.ts";

/** Draws a component that asks the server, with a cache of its own. */
export function renderWithQueries(children: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(watchActingChannel(() => void client.resetQueries()));
  return { ...render(<QueryClientProvider client={client}>{children}</QueryClientProvider>), queries: client };
}

/** The same for components with links or addresses. It appears after the router has loaded. */
export function renderOnPage(children: ReactNode, at = "/") {
  vi.stubGlobal("scrollTo", () => undefined);
  const root = createRootRoute({ component: () => children });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [at] }) });
  return renderWithQueries(<RouterProvider router={router as never} />);
}

export type Sent = { path: string; body: unknown };

/**
 * Fakes the server behind `fetch`.
 * @param answer gives the data of a reply, at once or later
 * @returns what is sent, as it is sent
 */
export function answerWith(answer: (path: string, headers: Headers) => unknown): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (path: string, { body, headers }: RequestInit) => {
    sent.push({ path, body: typeof body === "string" ? JSON.parse(body) : body });
    return Response.json({
      code: 200,
      status: "success",
      message: "OK",
      data: await answer(path, new Headers(headers)),
    });
  });
  return sent;
}

/** A disabled button of ours stays focusable, so that its `disabled` is false. */
export function isDisabled(button: HTMLElement | undefined): boolean {
  return button?.getAttribute("aria-disabled") === "true";
}
