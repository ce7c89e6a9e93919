import type { Statement } from "@app/contract/earnings";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { statementOf } from "./payouts.queries.ts";
import { Statements, toStatementRows } from "./statements.tsx";

const NOTHING = { pending_cents: 0, available_cents: 0, in_transit_cents: 0, paid_cents: 0 };

/** Of thirty dollars: earned, available, paid, and half of it back. */
const JUNE: Statement = {
  period: "2026-06",
  opening: NOTHING,
  closing: { ...NOTHING, available_cents: 1500, paid_cents: 1500 },
  earned_cents: 3000,
  reversed_cents: 0,
  paid_out_cents: 1500,
  lines: [
    { on: "2026-06-01", movement: "credit", count: 3, amount_cents: 3000, effect_cents: 3000, within_cents: 0 },
    { on: "2026-06-02", movement: "release", count: 3, amount_cents: 3000, effect_cents: 0, within_cents: 3000 },
    { on: "2026-06-03", movement: "payout-paid", count: 2, amount_cents: 3000, effect_cents: -3000, within_cents: 0 },
    { on: "2026-06-04", movement: "payout-return", count: 1, amount_cents: 1500, effect_cents: 1500, within_cents: 0 },
  ],
};

test("the amounts of the file lead from the opening to the closing balance, and what only moves has its own column", () => {
  expect(toStatementRows(JUNE)).toEqual([
    ["Date", "Type", "Count", "Amount (USD)", "Moved within your balance (USD)"],
    ["2026-06", "Opening balance", null, "0.00", null],
    ["2026-06-01", "Earned through referrals", 3, "30.00", "0.00"],
    ["2026-06-02", "Became available", 3, "0.00", "30.00"],
    ["2026-06-03", "Payout arrived", 2, "-30.00", "0.00"],
    ["2026-06-04", "Payout returned", 1, "15.00", "0.00"],
    ["2026-06", "Closing balance", null, "15.00", null],
    ["2026-06", "Paid out", null, "15.00", null],
  ]);
});

test("the page shows a payment that came back as an amount, and what became available only as moved", async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  cache.setQueryData(statementOf("2026-06").queryKey, JUNE);
  render(
    <QueryClientProvider client={cache}>
      <Statements months={["2026-06"]} />
    </QueryClientProvider>,
  );
  const cellsOf = (name: RegExp) =>
    [...screen.getByRole("row", { name }).querySelectorAll("td")].map((cell) => cell.textContent);
  expect(screen.getByRole("columnheader", { name: "Moved within your balance" })).toBeDefined();
  expect(cellsOf(/Payout returned/)).toEqual(["$15.00", ""]);
  expect(cellsOf(/Payout arrived/)).toEqual(["-$30.00", ""]);
  expect(cellsOf(/Became available/)).toEqual(["", "$30.00"]);
});
