import type { Receipt } from "@app/contract/billing";
import { BRAND } from "@app/contract/brand";
import { toDollars } from "@app/contract/formats";
import { queryOptions } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Printer } from "lucide-react";
import { call } from "#lib/api.ts";
import { dayInWords } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Logo } from "#ui/logo.tsx";
import { brandTitle } from "./card-values.ts";

export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: ["receipt", id],
    queryFn: ({ signal }) => call("GET /invoices/:id", { params: { id } }, signal),
  });
}

/** A printable receipt for one payment. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { number, lines, subtotal_cents, tax_cents, total_cents, refunded_cents, card, billed_to } = receipt;
  return (
    <article className="flex flex-col gap-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <Logo />
        <Button variant="secondary" onClick={() => window.print()} className="print:hidden">
          <Printer aria-hidden size={18} />
          Print
        </Button>
      </header>
      <h1 className="page-title print:text-3xl">Receipt {number}</h1>
      <dl className="grid gap-4 sm:grid-cols-3">
        <Fact label="Paid on">{dayInWords(receipt.paid_at)}</Fact>
        <Fact label="Period">
          {dayInWords(receipt.period_start)} to {dayInWords(receipt.period_end)}
        </Fact>
        <Fact label="Paid with">{card === null ? "Card" : `${brandTitle(card.brand)} ending in ${card.last4}`}</Fact>
        <Fact label="Billed to">
          {billed_to.name}
          <br />
          {billed_to.email}
        </Fact>
        <Fact label="Seller">
          {BRAND.name}
          <br />
          {BRAND.supportEmail}
        </Fact>
      </dl>
      <table className="w-full">
        <thead className="text-left text-sm text-muted">
          <tr>
            <th scope="col" className="pb-2 font-semibold">
              Item
            </th>
            <th scope="col" className="pb-2 text-right font-semibold">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ description, amount_cents }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a receipt never change
            <Line key={at} label={description} cents={amount_cents} />
          ))}
          <Line label="Subtotal" cents={subtotal_cents} />
          <Line label="Tax" cents={tax_cents} />
          <Line label="Total" cents={total_cents} isStrong />
          {refunded_cents > 0 && <Line label="Refunded" cents={-refunded_cents} />}
        </tbody>
      </table>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function Line({ label, cents, isStrong = false }: { label: string; cents: number; isStrong?: boolean }) {
  return (
    <tr className={isStrong ? "border-t border-edge" : "border-t border-line"}>
      <th scope="row" className={clsx("py-3 pr-4 text-left", isStrong ? "font-semibold" : "font-normal")}>
        {label}
      </th>
      <td className="score py-3 text-right text-lg">{cents < 0 ? `−${toDollars(-cents)}` : toDollars(cents)}</td>
    </tr>
  );
}
