import path from "node:path";

export const MIGRATIONS = path.resolve(import.meta.dirname, "../../migrations");
