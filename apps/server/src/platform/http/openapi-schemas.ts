import type { Route } from "@app/contract/http";
import { z } from "zod";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export type Schemas = {
  /** What stands under `components.schemas`. */
  components: Record<string, JsonSchema>;
  /** Refers to a body or to data registered here; null when there is nothing in it. */
  refTo(schema: z.ZodType): JsonSchema | null;
};

/**
 * Every shape that goes in or comes out of the routes, each once, by name.
 * @param named an object that one of these exports is known by the name that it has there
 */
export function toSchemas(routes: readonly Route[], named: readonly Record<string, unknown>[]): Schemas {
  const names = new Map<z.ZodType, string>();
  const bodies = z.registry<{ id: string }>();
  const replies = z.registry<{ id: string }>();
  function add(registry: typeof bodies, schema: z.ZodType, name: string): void {
    if (names.has(schema)) return;
    names.set(schema, name);
    registry.add(schema, { id: name });
  }
  for (const module of named)
    for (const [name, value] of Object.entries(module))
      if (value instanceof z.ZodObject) add(replies, value, name[0]?.toUpperCase() + name.slice(1));
  for (const route of routes) {
    if (Object.keys(route.body.shape).length > 0) add(bodies, route.body, `${route.name}.body`);
    add(replies, route.data, `${route.name}.data`);
  }
  return {
    components: { ...print(replies, "output"), ...print(bodies, "input") },
    refTo(schema) {
      const name = names.get(schema);
      return name === undefined ? null : { $ref: toRef(name) };
    },
  };
}

/** A single value, such as a parameter: as it is once read, with its default. */
export function toInlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...printed } = z.toJSONSchema(schema, {
    io: "output",
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return printed;
}

function toRef(name: string): string {
  return `#/components/schemas/${name}`;
}

function print(
  registry: ReturnType<typeof z.registry<{ id: string }>>,
  io: "input" | "output",
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: toRef,
    unrepresentable: "any",
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}

/** Leaves out what says nothing: the bounds of every JavaScript integer, the pattern behind a format. */
function tidy(schema: JsonSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
