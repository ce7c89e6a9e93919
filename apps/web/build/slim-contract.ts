import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const CONTRACT = path.resolve(import.meta.dirname, "../../../packages/contract/src");
const PACKAGE = "@app/contract/";
const SLIM = "\0slim-contract:";

/**
 * In the built page a route is its method, its path and the file it takes, and a limit is its number: the schemas behind them,
 * and zod with them, come along only where a form asks for one. In development the contract is left whole,
 * and every reply is checked against it.
 */
export function slimContract(): Plugin {
  return {
    name: "fieldhouse:slim-contract",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer) {
      if (!source.startsWith(PACKAGE)) return null;
      const name = source.slice(PACKAGE.length);
      return importer?.startsWith(SLIM) ? path.join(CONTRACT, `${name}.ts`) : SLIM + name;
    },
    async load(id) {
      if (!id.startsWith(SLIM)) return null;
      const name = id.slice(SLIM.length);
      const file = path.join(CONTRACT, `${name}.ts`);
      if (!existsSync(file)) throw new Error(`The contract has no ${name}.ts`);
      this.addWatchFile(file);
      const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
      return { code: toSlimModule(PACKAGE + name, exported), moduleSideEffects: false };
    },
    // Importing the contract does nothing, so a file of it from which nothing is taken is left out.
    transform: (code, id) => (id.startsWith(CONTRACT) ? { code, map: null, moduleSideEffects: false } : null),
  };
}

function toSlimModule(source: string, exported: Record<string, unknown>): string {
  const lines: string[] = [];
  const whole: string[] = [];
  for (const [name, value] of Object.entries(exported)) {
    if (name.endsWith("Routes")) lines.push(`export const ${name} = ${JSON.stringify(toSlimRoutes(value))};`);
    else if (isPlain(value)) lines.push(`export const ${name} = ${JSON.stringify(value)};`);
    else whole.push(name);
  }
  if (whole.length > 0) lines.push(`export { ${whole.join(", ")} } from ${JSON.stringify(source)};`);
  return lines.join("\n");
}

function toSlimRoutes(routes: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(routes as Record<string, { method: string; path: string; file: object | null }>).map(
      ([key, { method, path, file }]) => [key, { method, path, ...(file && { file }) }],
    ),
  );
}

/** Survives JSON unchanged: text, numbers, and lists and objects of them. */
function isPlain(value: unknown): boolean {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return (
    typeof value === "object" &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.getOwnPropertyNames(value).every((key) => isPlain((value as Record<string, unknown>)[key]))
  );
}
