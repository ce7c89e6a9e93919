// Runs in the browser at /api/docs. Read-only: the page does not send requests to the API.
window.addEventListener("DOMContentLoaded", () => {
  window.SwaggerUIBundle({
    url: "/api/openapi.json",
    dom_id: "#viewer",
    defaultModelsExpandDepth: 0,
    supportedSubmitMethods: [],
    validatorUrl: null,
    // Nothing is sent, so there is no server to choose and nothing to authorize.
    plugins: [() => ({ wrapComponents: { ServersContainer: () => () => null, authorizeBtn: () => () => null } })],
  });
});
