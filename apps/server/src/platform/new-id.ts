import { v7 } from "uuid";

/** A new time-ordered id (UUID version 7) of the kind that `schema` brands. */
export function newId<Id>(schema: { parse(value: string): Id }): Id {
  return schema.parse(v7());
}
