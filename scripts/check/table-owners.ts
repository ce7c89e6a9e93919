import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { domains } from "../../apps/server/src/domains.ts";

/** Any domain may read any table. Only the feature that a manifest names as its owner may write it. */
const owners = new Map(
  domains.flatMap(({ name, tables }) =>
    Object.entries(tables).flatMap(([feature, names]) => names.map((table) => [table, `${name}/${feature}`] as const)),
  ),
);

const modules = path.resolve(import.meta.dirname, "../../apps/server/src/modules");
const WRITES = [
  /\b(?:insert\s+into|delete\s+from|(?<!\b(?:do|for)\s)update)\s+(?!set\b|of\b)([a-z_]+)/gi,
  /\.(?:insertInto|updateTable|deleteFrom)\(\s*"([a-z_]+)/g,
];

const faults: string[] = [];
for (const file of readdirSync(modules, { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
  const feature = file.split(path.sep).slice(0, 2).join("/");
  const text = readFileSync(path.join(modules, file), "utf8");
  const written = file.endsWith(".sql.ts") ? WRITES : WRITES.slice(1);
  for (const pattern of written) {
    for (const [, table = ""] of text.matchAll(pattern)) {
      if (!file.endsWith(".sql.ts")) faults.push(`${file}: writes ${table} outside of a .sql.ts file`);
      else if (owners.get(table) !== feature)
        faults.push(`${file}: writes ${table}, owned by ${owners.get(table) ?? "nobody"}`);
    }
  }
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exitCode = 1;
}
