import { type Html, html } from "../html.ts";
import type { JsonSchema } from "./openapi-schemas.ts";

/** The address within the page of a shape that has a name. */
export function toShapeId(ref: string): string {
  return `shape-${ref.split("/").at(-1) ?? ""}`;
}

/** A schema in words: 'integer, 1 to 50', 'list of ContentCard', 'text or null'. */
export function toWords(schema: JsonSchema): Html {
  if (schema.$ref !== undefined)
    return html`<a href="#${toShapeId(schema.$ref)}"><code>${schema.$ref.split("/").at(-1) ?? ""}</code></a>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return joinWith(
      " or ",
      choices.map((choice) => toWords(toSchema(choice))),
    );
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return joinWith(
      " or ",
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
    );
  if (schema.type === "array") return html`${toRange("list", schema.minItems, schema.maxItems)} of ${toItems(schema)}`;
  if (schema.type === "object") return toFields(schema);
  return html`${toPlainWords(schema)}${schema.default !== undefined && html`; <code>${JSON.stringify(schema.default)}</code> when left out`}`;
}

function toItems(schema: JsonSchema): Html {
  const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
  return items === undefined ? html`anything` : toWords(toSchema(items));
}

function toFields(schema: JsonSchema): Html {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return toMap(schema);
  return html`<ul>${fields.map(([name, field]) => html`<li><code>${name}</code> ${toWords(toSchema(field))}</li>`)}</ul>`;
}

function toMap(schema: JsonSchema): Html {
  const values = schema.additionalProperties;
  return typeof values === "object" ? html`map of ${toWords(values)}` : html`object`;
}

function toPlainWords(schema: JsonSchema): string {
  if (schema.type === "string") return toText(schema);
  if (schema.type === "integer" || schema.type === "number")
    return toRange(schema.type, schema.minimum, schema.maximum);
  if (schema.type === undefined) return "anything";
  return String(schema.type);
}

const FORMATS: Record<string, string> = {
  "date-time": "time, ISO 8601",
  uuid: "UUID",
  date: "date",
  email: "e-mail address",
};

function toText(schema: JsonSchema): string {
  if (schema.format !== undefined) return FORMATS[schema.format] ?? schema.format;
  if (schema.pattern !== undefined) return `text like ${schema.pattern}`;
  return toRange("text", schema.minLength, schema.maxLength, " characters");
}

function toRange(what: string, least: number | undefined, most: number | undefined, unit = ""): string {
  if (least !== undefined && most !== undefined) return `${what}, ${least} to ${most}${unit}`;
  if (least !== undefined) return `${what}, at least ${least}${unit}`;
  return most === undefined ? what : `${what}, at most ${most}${unit}`;
}

/** JSON Schema also knows `true` and `false` as schemas. */
function toSchema(schema: JsonSchema | boolean): JsonSchema {
  return typeof schema === "boolean" ? {} : schema;
}

function joinWith(separator: string, parts: Html[]): Html {
  return html`${parts.map((part, index) => [index > 0 && separator, part])}`;
}
