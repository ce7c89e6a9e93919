import type { InvoiceView, Receipt } from "@app/contract/billing";
import { type Pagination, toPagination } from "@app/contract/http";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { toSlice } from "#platform/slice.ts";
import { toInvoiceView, toReceipt } from "./billing.view.ts";
import { selectPayer } from "./customers.sql.ts";
import { countInvoices, selectInvoice, selectInvoiceLines, selectInvoices } from "./invoices.sql.ts";
import type { Payer } from "./payer.service.ts";

export async function listInvoices(
  deps: Pick<Deps, "sql">,
  { accountId }: Payer,
  page: { current_page: number; per_page: number },
): Promise<{ invoices: InvoiceView[]; pagination: Pagination }> {
  const rows = await selectInvoices(deps.sql, accountId, toSlice(page));
  return {
    invoices: rows.map(toInvoiceView),
    pagination: toPagination(page, await countInvoices(deps.sql, accountId)),
  };
}

/** @throws AppError `not_found` no such invoice of this payer */
export async function showReceipt(deps: Pick<Deps, "sql">, { accountId }: Payer, id: string): Promise<Receipt> {
  const row = await selectInvoice(deps.sql, accountId, id);
  if (!row) throw notFound();
  return toReceipt(row, await selectInvoiceLines(deps.sql, id), await selectPayer(deps.sql, accountId));
}
