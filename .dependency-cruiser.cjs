const server = "^apps/server/src";
const web = "^apps/web/src";
const test = "(\\.test\\.tsx?$|/testing/)";

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
      to: { path: [`${server}/modules/`, `${server}/(app|product|jobs)\\.ts$`] },
    },
    {
      name: "ui-and-lib-know-no-feature",
      severity: "error",
      from: { path: `${web}/(ui|lib)/` },
      to: { path: `${web}/(features|app)/` },
    },
    {
      name: "modules-meet-at-the-service",
      comment: "A module's front door is its *.service.ts. Its SQL, views and policies are its own.",
      severity: "error",
      from: { path: `${server}/modules/([^/]+)/`, pathNot: [test, "manifest\\.ts$"] },
      to: { path: `${server}/modules/`, pathNot: [`${server}/modules/$1/`, "\\.service\\.ts$"] },
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
      name: "policies-and-views-are-pure",
      severity: "error",
      from: { path: "\\.(policy|view)\\.ts$" },
      to: { path: ["\\.(service|routes|jobs)\\.ts$", `${server}/platform/(db|jobs|storage|http)/`] },
    },
    {
      name: "drivers-live-in-platform",
      severity: "error",
      from: { path: `${server}/modules/`, pathNot: test },
      to: { path: "node_modules/(pg|ws|@aws-sdk|nodemailer|graphile-worker)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "features-meet-on-a-page",
      comment: "A web feature imports no other feature; pages put them together.",
      severity: "error",
      from: { path: `${web}/features/([^/]+)/` },
      to: { path: `${web}/features/`, pathNot: `${web}/features/$1/` },
    },
    {
      name: "tests-are-leaves",
      comment: "Product code never imports test code.",
      severity: "error",
      from: { pathNot: [test, "^(e2e|bench)/", "vitest.config.ts$"] },
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
