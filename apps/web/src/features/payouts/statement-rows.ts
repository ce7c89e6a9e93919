import { type Balances, MOVEMENT_LABELS, type Statement, sumOfBalance } from "@app/contract/earnings";
import { type CsvCell, toAmount } from "@app/contract/formats";

/** A statement as a file: the opening balance and all amounts below it are the closing balance. */
export function toStatementRows({ period, opening, closing, lines, paid_out_cents }: Statement): CsvCell[][] {
  const balance = (label: string, balances: Balances) => [period, label, null, toAmount(sumOfBalance(balances)), null];
  return [
    ["Date", "Movement", "Count", "Amount (USD)", "Moved within the balance (USD)"],
    balance("Opening balance", opening),
    ...lines.map(({ on, movement, count, effect_cents, within_cents }) => [
      ...[on, MOVEMENT_LABELS[movement], count],
      ...[toAmount(effect_cents), toAmount(within_cents)],
    ]),
    balance("Closing balance", closing),
    [period, "Paid out", null, toAmount(paid_out_cents), null],
  ];
}
