import { v7 } from "uuid";

/**
 * A new time-ordered id (UUID version 7) of the kind that `schema` brands.
 * @param at the moment it is ordered by; now when not given
 */
export function newId<Id>(schema: { parse(value: string): Id }, at?: Date): Id {
  return schema.parse(v7(at ? { msecs: at.getTime() } : undefined));
}
