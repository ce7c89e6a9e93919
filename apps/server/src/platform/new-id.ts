import { v7 } from "uuid";

/**
 * Creates a time-ordered id (UUID version 7).
 * @param schema brands the id
 * @param at its timestamp; default: now
 */
export function newId<Id>(schema: { parse(value: string): Id }, at?: Date): Id {
  return schema.parse(v7(at ? { msecs: at.getTime() } : undefined));
}
