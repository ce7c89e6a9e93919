import type { AccountId } from "@app/contract/ids";
import { PEOPLE_MAX, type peopleRoutes } from "@app/contract/people";
import type { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { readTerm } from "./people.policy.ts";
import { toPersonDetail, toPersonRow } from "./people.presenter.ts";
import { countPeople, selectDevicesOf, selectPeople, selectPersonDetail } from "./people.sql.ts";

type Data<Name extends keyof typeof peopleRoutes> = z.input<(typeof peopleRoutes)[Name]["data"]>;

export async function listPeople(
  deps: Pick<Deps, "sql" | "secrets">,
  { search, filter, ...query }: z.output<typeof peopleRoutes.list.query>,
): Promise<Data<"list">> {
  const match = { term: readTerm(search), filter };
  const { rows, pagination } = await readPage(deps, {
    name: `people ${JSON.stringify([search, filter])}`,
    maxRows: PEOPLE_MAX,
    query,
    read: (range) => selectPeople(deps.sql, match, range),
    count: () => countPeople(deps.sql, match),
  });
  return { people: rows.map(toPersonRow), pagination };
}

/** @throws AppError `not_found` */
export async function showPerson(deps: Pick<Deps, "sql" | "now">, staff: Member, id: AccountId): Promise<Data<"one">> {
  const row = await selectPersonDetail(deps.sql, id);
  if (!row) throw notFound();
  return toPersonDetail(row, await selectDevicesOf(deps.sql, id), { staff, now: deps.now() });
}
