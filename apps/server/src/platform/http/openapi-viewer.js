// Runs in the browser at /api/docs. Read-only: the page does not send requests to the API.
window.addEventListener("DOMContentLoaded", () => {
  const viewer = document.getElementById("viewer");
  new MutationObserver(() => completeForScreenReaders(viewer)).observe(viewer, { childList: true, subtree: true });
  window.SwaggerUIBundle({
    url: "/api/openapi.json",
    dom_id: "#viewer",
    defaultModelsExpandDepth: 0,
    supportedSubmitMethods: [],
    validatorUrl: null,
    // Its colors lack contrast.
    syntaxHighlight: { activated: false },
    plugins: [
      () => ({
        wrapComponents: {
          // Nothing is sent, so there is no server to choose and nothing to authorize.
          ServersContainer: () => () => null,
          authorizeBtn: () => () => null,
          InfoContainer: asSection,
          operations: withHeading,
        },
      }),
    ],
  });
});

/** Swagger UI puts its introduction outside all landmarks. */
function asSection(Info, { React }) {
  return (props) => React.createElement("section", { "aria-label": "Introduction" }, React.createElement(Info, props));
}

/** Swagger UI leaves out a level of headings. */
function withHeading(Operations, { React }) {
  return (props) => [
    React.createElement("h2", { key: "heading" }, "Operations"),
    React.createElement(Operations, { key: "operations", ...props }),
  ];
}

/** Swagger UI's tables of replies share one name, and the keyboard cannot scroll its examples. */
function completeForScreenReaders(viewer) {
  for (const table of viewer.querySelectorAll(".responses-table:not([aria-label])"))
    table.setAttribute(
      "aria-label",
      `Replies of ${table.closest(".opblock").querySelector(".opblock-summary-path").textContent}`,
    );
  for (const example of viewer.querySelectorAll("pre.example:not([tabindex])")) example.tabIndex = 0;
}
