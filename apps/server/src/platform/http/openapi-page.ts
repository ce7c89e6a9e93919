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
  return toPlainPage({
    title: document.info.title,
    nav: toNav(document),
    main: html`
      <h1>${document.info.title}</h1>
      ${toParagraphs(document.info.description)}
      <p><a href="${documentUrl}">The same as OpenAPI ${document.openapi}</a></p>
      ${document.tags.map(({ name }) => toFeature(name, placed.filter(({ operation }) => operation.tags.includes(name))))}
      <h2 id="shapes">Shapes</h2>
      ${Object.entries(document.components.schemas).map(([name, schema]) => toShape(name, schema))}
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

function toFeature(name: string, routes: Placed[]): Html {
  return html`<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>${routes.map(toRoute)}</section>`;
}

function toRoute({ method, path, operation }: Placed): Html {
  return html`<article class="card" id="${operation.operationId}">
    <h3><span class="method method-${method.toLowerCase()}">${method}</span> <code>${path}</code></h3>
    <p>${operation.summary}. <span class="muted">${operation.description}</span></p>
    ${operation.parameters.length > 0 && toParameters(operation.parameters)}
    ${toPart("Sends", operation.requestBody?.content["application/json"].schema)}
    ${toPart("Answers with data", replyData(operation))}
    <p class="muted">Refusals: ${Object.keys(operation.responses).filter((code) => /^4/.test(code)).join(", ")}</p>
  </article>`;
}

function toPart(label: string, schema: JsonSchema | null | undefined): Html | null {
  return schema ? html`<h4>${label}</h4><p>${toWords(schema)}</p>` : null;
}

/** The shape of `data` in the envelope of a 200. */
function replyData(operation: Operation): JsonSchema | null {
  const data = operation.responses[200].content["application/json"].schema.properties?.["data"];
  return typeof data === "object" ? data : null;
}

function toParameters(parameters: Parameter[]): Html {
  const rows = parameters.map(({ name, in: place, required, schema }) => ({ name, place, required, schema }));
  return html`<h4>Parameters</h4><div class="table"><table>
    <thead><tr><th scope="col">Name</th><th scope="col">In the</th><th scope="col">Value</th></tr></thead>
    <tbody>${rows.map(
      ({ name, place, required, schema }) => html`<tr>
        <th scope="row"><code>${name}</code></th><td>${place}</td>
        <td>${toWords(schema)}${!required && html` <span class="muted">(optional)</span>`}</td></tr>`,
    )}</tbody></table></div>`;
}

function toShape(name: string, schema: JsonSchema): Html {
  const fields = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required);
  return html`<article class="card" id="${toShapeId(name)}"><h3><code>${name}</code></h3>
    ${fields.length === 0 ? html`<p>${toWords(schema)}</p>` : html`<div class="table"><table>
      <thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead>
      <tbody>${fields.map(
        ([field, value]) => html`<tr><th scope="row"><code>${field}</code></th>
          <td>${typeof value === "object" ? toWords(value) : "anything"}${!required.has(field) && html` <span class="muted">(optional)</span>`}</td></tr>`,
      )}</tbody></table></div>`}
  </article>`;
}
