import { type Balances, MOVEMENT_LABELS, type Statement, sumOfBalance } from "@app/contract/earnings";
import { type CsvCell, toAmount, toDollars } from "@app/contract/formats";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Download } from "lucide-react";
import { useState } from "react";
import { dayInWords, monthInWords } from "#lib/dates.ts";
import { downloadCsv } from "#lib/download.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { statementOf } from "./payouts.queries.ts";

/**
 * A statement for each month and year in which money moved; the newest one, until somebody chooses another.
 * @param months newest first, YYYY-MM
 */
export function Statements({ months }: { months: readonly string[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const period = chosen ?? months[0] ?? null;
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  const options = years.flatMap((year) => [
    { value: year, label: `All of ${year}` },
    ...months.filter((month) => month.startsWith(year)).map((value) => ({ value, label: monthInWords(value) })),
  ]);
  return (
    <div className="flex flex-col gap-4 rounded-media border border-line bg-raised p-5 sm:p-6">
      <h3 className="title text-2xl">Statements</h3>
      {period === null ? (
        <p className="text-muted">Your first statement comes with your first reward.</p>
      ) : (
        <>
          <Field label="Month or year">
            <Select options={options} value={period} onChange={({ target }) => setChosen(target.value)} />
          </Field>
          <StatementOf period={period} />
        </>
      )}
    </div>
  );
}

function StatementOf({ period }: { period: string }) {
  const query = useQuery(statementOf(period));
  if (query.isPending) return <Skeleton className="h-48 w-full" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  const statement = query.data;
  return (
    <>
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Statement for {wordsOf(period)}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="pr-4 pb-2 align-bottom font-normal">
              Movement
            </th>
            <th scope="col" className="pb-2 text-right align-bottom font-normal">
              Amount
            </th>
            <th scope="col" className="w-24 pb-2 pl-4 text-right align-bottom font-normal">
              Moved within your balance
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          <Row label="Opening balance" cents={sumOfBalance(statement.opening)} isStrong />
          {statement.lines.map((line) => (
            <Row
              key={`${line.on} ${line.movement}`}
              on={line.on}
              label={`${MOVEMENT_LABELS[line.movement]}${line.count > 1 ? ` (${line.count})` : ""}`}
              cents={line.effect_cents === 0 ? null : line.effect_cents}
              withinCents={line.within_cents}
            />
          ))}
          <Row label="Closing balance" cents={sumOfBalance(statement.closing)} isStrong />
          <Row label="of which pending" cents={statement.closing.pending_cents} />
          <Row label="of which available" cents={statement.closing.available_cents} />
          <Row label="of which in transit" cents={statement.closing.in_transit_cents} />
        </tbody>
      </table>
      <p className="text-sm text-muted">
        Earned {toDollars(statement.earned_cents)}, reversed {toDollars(statement.reversed_cents)}, paid out{" "}
        {toDollars(statement.paid_out_cents)}.
      </p>
      <Button
        size="sm"
        variant="secondary"
        className="self-start"
        onClick={() => downloadCsv(`statement-${period}.csv`, toStatementRows(statement))}
      >
        <Download aria-hidden size={18} />
        Download as CSV
      </Button>
    </>
  );
}

type RowProps = {
  /** The day of a movement. */
  on?: string;
  label: string;
  /** What it adds or takes; null: nothing. */
  cents: number | null;
  withinCents?: number;
  isStrong?: boolean;
};

function Row({ on, label, cents, withinCents = 0, isStrong = false }: RowProps) {
  return (
    <tr className={clsx(cents === null && "text-muted")}>
      <th scope="row" className={clsx("py-2 pr-4", isStrong ? "font-semibold" : "font-normal")}>
        {on !== undefined && <span className="block text-xs text-muted">{wordsOf(on)}</span>}
        {label}
      </th>
      <td className="score py-2 text-right text-base">{cents !== null && toDollars(cents)}</td>
      <td className="score py-2 pl-4 text-right text-base text-muted">{withinCents !== 0 && toDollars(withinCents)}</td>
    </tr>
  );
}

function wordsOf(period: string): string {
  if (period.length === 4) return period;
  return period.length === 7 ? monthInWords(period) : dayInWords(`${period}T12:00`);
}

/** A statement as a file: the opening balance and all amounts below it are the closing balance. */
export function toStatementRows({ period, opening, closing, lines, paid_out_cents }: Statement): CsvCell[][] {
  const balance = (label: string, balances: Balances) => [period, label, null, toAmount(sumOfBalance(balances)), null];
  return [
    ["Date", "Type", "Count", "Amount (USD)", "Moved within your balance (USD)"],
    balance("Opening balance", opening),
    ...lines.map(({ on, movement, count, effect_cents, within_cents }) => [
      ...[on, MOVEMENT_LABELS[movement], count],
      ...[toAmount(effect_cents), toAmount(within_cents)],
    ]),
    balance("Closing balance", closing),
    [period, "Paid out", null, toAmount(paid_out_cents), null],
  ];
}
