import type { CollegeEntry } from "@app/contract/earner-fields";
import { pictureId } from "@app/contract/ids";
import { keepPrecision, type PartialDate } from "@app/contract/partial-dates";
import type { CollegeView } from "@app/contract/registration";
import type { CollegeKind, CollegeRow } from "./colleges.sql.ts";

type LogoUrl = (id: string) => string;
type Typed = Omit<CollegeView, "college_logo_url">;

export function toCollegeView(entry: CollegeEntry | Typed, logoUrl: LogoUrl): CollegeView {
  return { ...entry, college_logo_url: entry.college_logo === null ? null : logoUrl(entry.college_logo) };
}

export function toColleges(rows: readonly CollegeRow[], kind: CollegeKind, logoUrl: LogoUrl): CollegeView[] {
  return rows
    .filter((row) => row.kind === kind)
    .map((row) =>
      toCollegeView(
        {
          college_name: row.college_name,
          college_logo: row.logo_id === null ? null : pictureId.parse(row.logo_id),
          college_category: row.category_id,
          college_offer_date: dateOf(row),
        },
        logoUrl,
      ),
    );
}

function dateOf(row: Pick<CollegeRow, "happened_on" | "date_precision">): PartialDate | null {
  return row.date_precision === "month" ? (row.happened_on?.slice(0, 7) ?? null) : row.happened_on;
}

/** A list that is sent whole again: a date that was known by the day stays so when only its month comes back. */
export function toCollegeRows(
  entries: readonly CollegeEntry[],
  held: readonly CollegeRow[],
  kind: CollegeKind,
): Omit<CollegeRow, "kind">[] {
  const left = held.filter((row) => row.kind === kind);
  return entries.map((entry) => {
    const given = entry.college_offer_date;
    const same = left.findIndex(
      (row) => row.college_name === entry.college_name && given !== null && dateOf(row)?.startsWith(given),
    );
    const [match] = same < 0 ? [] : left.splice(same, 1);
    const date = given === null ? null : keepPrecision(match ? dateOf(match) : null, given);
    return {
      college_name: entry.college_name,
      logo_id: entry.college_logo,
      category_id: entry.college_category,
      happened_on: date === null || date.length === 10 ? date : `${date}-01`,
      date_precision: date === null ? null : date.length === 10 ? "day" : "month",
    };
  });
}
