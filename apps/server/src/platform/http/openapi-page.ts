import { type Html, html } from "../html.ts";
import type { OpenApiDocument, Operation, Parameter } from "./openapi-document.ts";
import type { JsonSchema } from "./openapi-schemas.ts";
import { toShapeId, toWords } from "./openapi-words.ts";
import { toPlainPage } from "./plain-page.ts";

type Placed = { method: string; path: string; operation: Operation };

/** The document for people: every route by feature, then every shape by name. */
export function toDocsPage(document: OpenApiDocument, documentUrl: string): string {
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const shapes = document.components.schemas;
  return toPlainPage({
    title: document.info.title,
    nav: toNav(document),
    main: html`
      <h1>${document.info.title}</h1>
      ${toParagraphs(document.info.description)}
      <p><a href="${documentUrl}">The same as OpenAPI ${document.openapi}</a></p>
      ${document.tags.map(
        ({ name }) => html`<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>
        ${placed.filter(({ operation }) => operation.tags.includes(name)).map((route) => toRoute(route, shapes))}</section>`,
      )}
      <section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2>
        ${Object.entries(shapes)
          .filter(([name]) => !isOfOneRoute(name))
          .map(toShape)}</section>
    `,
  });
}

function toNav(document: OpenApiDocument): Html {
  return html`<nav aria-label="Features"><ul>
    ${document.tags.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}
    <li><a href="#shapes">shapes</a></li>
  </ul></nav>`;
}

/** The description's `code` between backticks becomes code; each sentence stands for itself. */
function toParagraphs(description: string): Html {
  const sentences = description.split(/(?<=\.) (?=[A-Z])/);
  return html`${sentences.map((sentence) => html`<p>${withCode(sentence)}</p>`)}`;
}

function withCode(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** `contents.upload.body` is shown where it is used; `ContentItem` has a place of its own. */
function isOfOneRoute(name: string): boolean {
  return name.includes(".");
}

function toRoute({ method, path, operation }: Placed, shapes: Record<string, JsonSchema>): Html {
  return html`<article class="card" id="${operation.operationId}">
    <h3><span class="method method-${method.toLowerCase()}">${method}</span> <code>${path}</code></h3>
    <p>${operation.summary}. <span class="muted">${operation.description}</span></p>
    ${operation.parameters.length > 0 && toParameters(operation.parameters)}
    ${toPart("Sends", (operation.requestBody?.content["application/json"] ?? operation.requestBody?.content["multipart/form-data"])?.schema, shapes)}
    ${toPart("Answers with data", replyData(operation), shapes)}
    <p class="muted">Refusals: ${Object.keys(operation.responses)
      .filter((code) => /^4/.test(code))
      .join(", ")}</p>
  </article>`;
}

function toPart(label: string, schema: JsonSchema | null | undefined, shapes: Record<string, JsonSchema>): Html | null {
  if (!schema) return null;
  const name = schema.$ref?.split("/").at(-1) ?? "";
  const own = isOfOneRoute(name) ? shapes[name] : undefined;
  return html`<h4>${label}</h4>${own ? toFieldTable(own) : html`<p>${toWords(schema)}</p>`}`;
}

/** The shape of `data` in the envelope of a 200. */
function replyData(operation: Operation): JsonSchema | null {
  const data = operation.responses[200].content["application/json"].schema.properties?.["data"];
  return typeof data === "object" ? data : null;
}

function toParameters(parameters: Parameter[]): Html {
  return html`<h4>Parameters</h4><div class="table"><table>
    <thead><tr><th scope="col">Name</th><th scope="col">In the</th><th scope="col">Value</th></tr></thead>
    <tbody>${parameters.map(
      ({ name, in: place, required, schema }) => html`<tr>
        <th scope="row"><code>${name}</code></th><td>${place}</td>
        <td>${toWords(schema)}${!required && OPTIONAL}</td></tr>`,
    )}</tbody></table></div>`;
}

function toShape([name, schema]: [string, JsonSchema]): Html {
  return html`<article class="card" id="${toShapeId(name)}"><h3><code>${name}</code></h3>${toFieldTable(schema)}</article>`;
}

function toFieldTable(schema: JsonSchema): Html {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return html`<p>${toWords(schema)}</p>`;
  const required = new Set(schema.required);
  return html`<div class="table"><table>
    <thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead>
    <tbody>${fields.map(
      ([field, value]) => html`<tr><th scope="row"><code>${field}</code></th>
        <td>${typeof value === "object" ? toWords(value) : "anything"}${!required.has(field) && OPTIONAL}</td></tr>`,
    )}</tbody></table></div>`;
}

const OPTIONAL = html` <span class="muted">(optional)</span>`;
