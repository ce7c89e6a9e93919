const server = "^apps/server/src";
const web = "^apps/web/src";
const test = "(\\.test\\.tsx?$|/testing/)";

/** The domains of the server, from the bottom up. */
const domains = [
  "identity",
  "channels",
  "catalog",
  "engagement",
  "membership",
  "earnings",
  "discovery",
  "notifications",
  "staff",
];

/** The arrows of docs/architecture.md. Each rule says why it is there. */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two files that need each other are one idea, or one of them knows too much.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "contract-stands-alone",
      comment: "Page and server agree on it; it may not depend on either.",
      severity: "error",
      from: { path: "^packages/contract/src", pathNot: test },
      to: { pathNot: ["^packages/contract/src", "^node_modules/zod"] },
    },
    {
      name: "sides-meet-in-the-contract",
      comment: "Web and server never import each other.",
      severity: "error",
      from: { path: web },
      to: { path: server },
    },
    {
      name: "sides-meet-in-the-contract-too",
      severity: "error",
      from: { path: server },
      to: { path: web },
    },
    {
      name: "platform-knows-no-feature",
      severity: "error",
      from: { path: `${server}/platform/`, pathNot: test },
      to: { path: [`${server}/(modules|seed)/`, `${server}/(app|product|jobs|domains)\\.ts$`] },
    },
    {
      name: "ui-and-lib-know-no-feature",
      severity: "error",
      from: { path: `${web}/(ui|lib)/` },
      to: { path: `${web}/(features|flows|pages|app)/` },
    },
    {
      name: "features-know-no-page-or-flow",
      comment: "Flows and pages put features together, never the other way round.",
      severity: "error",
      from: { path: `${web}/features/` },
      to: { path: `${web}/(flows|pages|app)/` },
    },
    {
      name: "flows-know-no-page",
      comment: "A page opens a flow; a flow reaches a page only by its address.",
      severity: "error",
      from: { path: `${web}/flows/` },
      to: { path: `${web}/(pages|app)/` },
    },
    {
      name: "pages-know-no-app",
      comment: "The router loads the pages, so they cannot depend on it.",
      severity: "error",
      from: { path: `${web}/pages/` },
      to: { path: `${web}/app/` },
    },
    ...domains.slice(0, -1).map((domain, index) => ({
      name: `domains-point-down-from-${domain}`,
      comment: "A domain imports only domains below it, types included; what it does is heard above by events.",
      severity: "error",
      from: { path: `${server}/modules/${domain}/`, pathNot: test },
      to: { path: domains.slice(index + 1).map((above) => `${server}/modules/${above}/`) },
    })),
    {
      name: "domains-meet-at-the-front-door",
      comment: "What a domain lets others use is in its index.ts; the rest is its own.",
      severity: "error",
      from: { path: `${server}/modules/([^/]+)/`, pathNot: test },
      to: { path: `${server}/modules/`, pathNot: [`${server}/modules/$1/`, `${server}/modules/[^/]+/index\\.ts$`] },
    },
    {
      name: "the-product-enters-by-the-front-door",
      severity: "error",
      from: { path: `${server}/(seed/|[^/]+\\.ts$)`, pathNot: [test, `${server}/domains\\.ts$`] },
      to: { path: `${server}/modules/`, pathNot: `${server}/modules/[^/]+/index\\.ts$` },
    },
    {
      name: "the-product-is-composed-of-manifests",
      severity: "error",
      from: { path: `${server}/domains\\.ts$` },
      to: { path: `${server}/modules/`, pathNot: `${server}/modules/[^/]+/manifest\\.ts$` },
    },
    {
      name: "the-demo-world-is-loaded-where-it-is-wanted",
      comment: "Only product.ts loads it, where DEMO is on.",
      severity: "error",
      from: { path: server, pathNot: [test, `${server}/seed/`] },
      to: { path: `${server}/seed/`, dynamic: false },
    },
    {
      name: "the-demo-world-is-loaded-by-the-product-alone",
      severity: "error",
      from: { path: server, pathNot: [test, `${server}/seed/`, `${server}/product\\.ts$`] },
      to: { path: `${server}/seed/` },
    },
    {
      name: "drawing-stands-alone",
      severity: "error",
      from: { path: "^packages/drawing/src" },
      to: { path: ["^apps/", "^packages/(contract|demo-media)/"] },
    },
    {
      name: "demo-media-knows-no-product",
      severity: "error",
      from: { path: "^packages/demo-media/src" },
      to: { path: "^apps/" },
    },
    {
      name: "only-the-seed-imports-demo-media",
      severity: "error",
      from: { path: "^(apps|packages/(contract|drawing))/", pathNot: [test, `${server}/seed/`] },
      to: { path: "^packages/demo-media/" },
    },
    {
      name: "routes-do-not-touch-sql",
      severity: "error",
      from: { path: "\\.routes\\.ts$" },
      to: { path: "\\.(sql|jobs)\\.ts$" },
    },
    {
      name: "sql-is-the-bottom",
      comment: "SQL imports no module code but SQL.",
      severity: "error",
      from: { path: `${server}/modules/.*\\.sql\\.ts$` },
      to: { path: `${server}/modules/`, pathNot: "\\.sql\\.ts$" },
    },
    {
      name: "policies-and-presenters-are-pure",
      severity: "error",
      from: { path: "\\.(policy|presenter)\\.ts$" },
      to: { path: ["\\.(service|routes|jobs)\\.ts$", `${server}/platform/(db|jobs|storage|http)/`] },
    },
    {
      name: "drivers-live-in-platform",
      severity: "error",
      from: { path: `${server}/(modules|seed)/`, pathNot: test },
      to: { path: "node_modules/(pg|ws|@aws-sdk|nodemailer|graphile-worker)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "features-meet-on-a-page",
      comment: "A web feature imports no other feature; flows and pages put them together.",
      severity: "error",
      from: { path: `${web}/features/([^/]+)/` },
      to: { path: `${web}/features/`, pathNot: `${web}/features/$1/` },
    },
    {
      name: "tests-are-leaves",
      comment: "Product code never imports test code.",
      severity: "error",
      from: { pathNot: [test, "^(e2e|bench|cluster)/", "vitest.config.ts$"] },
      to: { path: test },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["/dist/", "\\.gen\\.ts$"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
