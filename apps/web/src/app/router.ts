import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { guard, type PageAccess } from "./access.ts";
import { COMING } from "./coming.ts";
import { PageFault } from "./page-fault.tsx";
import { PagePending } from "./page-pending.tsx";
import { Shell } from "./shell/shell.tsx";

type PageComponent = ReturnType<typeof lazyRouteComponent>;

const root = createRootRoute({ component: Shell });

/** Unknown addresses end here as well. */
const NOT_FOUND = "/404";

const explore = lazyRouteComponent(() => import("./pages/explore-page.tsx"), "ExplorePage");
const coming = lazyRouteComponent(() => import("./pages/coming-page.tsx"), "ComingPage");

const routes = [
  page(
    "/",
    "visitor",
    lazyRouteComponent(() => import("./pages/landing-page.tsx"), "LandingPage"),
  ),
  page(
    "/login",
    "visitor",
    lazyRouteComponent(() => import("./pages/login-page.tsx"), "LoginPage"),
  ),
  page("/explore", "public", explore),
  page("/portal", "public", explore),
  page(
    "/video/$id",
    "member",
    lazyRouteComponent(() => import("./pages/video-page.tsx"), "VideoPage"),
  ),
  page(
    "/upload-content",
    "earner",
    lazyRouteComponent(() => import("./pages/upload-content-page.tsx"), "UploadContentPage"),
  ),
  page(
    "/upload-video",
    "earner",
    lazyRouteComponent(() => import("./pages/upload-video-page.tsx"), "UploadVideoPage"),
  ),
  page(
    NOT_FOUND,
    "public",
    lazyRouteComponent(() => import("./pages/not-found-page.tsx"), "NotFoundPage"),
  ),
  ...(isLocalMode() ? [devUi()] : []),
  ...COMING.map((one) =>
    createRoute({
      getParentRoute: () => root,
      path: one.path,
      component: coming,
      beforeLoad: guard(one.access),
      loader: () => one,
    }),
  ),
  createRoute({
    getParentRoute: () => root,
    path: "$",
    beforeLoad: () => {
      throw redirect({ href: NOT_FOUND, replace: true });
    },
  }),
];

/**
 * Addresses are texts here, made by the functions of `lib/ids.ts` and checked by the guards: the router is not
 * registered with its own types, which would tie `ui` to the list of pages.
 */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: "intent",
  // Pages fetch by query, which has its own idea of what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFault,
  scrollRestoration: true,
  // Every value of a query is the text it is: `?search=2024` is no number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search).toString();
    return text && `?${text}`;
  },
});

/** The server says so on a developer's own machine; elsewhere the address is unknown. */
function isLocalMode(): boolean {
  return document.querySelector('meta[name="fieldhouse-mode"][content="local"]') !== null;
}

function devUi() {
  return page(
    "/dev/ui",
    "public",
    lazyRouteComponent(() => import("./pages/dev-ui-page.tsx"), "DevUiPage"),
  );
}

function page(path: string, access: PageAccess, component: PageComponent) {
  return createRoute({ getParentRoute: () => root, path, component, beforeLoad: guard(access) });
}
