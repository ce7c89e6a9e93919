import { toDollars } from "@app/contract/formats";
import { noTaxYear, type TaxYearView } from "@app/contract/tax";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { callWithMessage } from "#lib/api.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { exportYear, taxYears, useExport, useMoneyAction } from "./money.queries.ts";

/** The tax years with their thresholds, and what was paid in each. */
export function TaxYears() {
  const query = useQuery(taxYears);
  const [edited, setEdited] = useState<Values | null>(null);
  if (query.isPending) return <Skeleton className="h-64 w-full rounded-media" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  const { years, current } = query.data;
  return (
    <>
      {!current.is_entered && (
        <Notice tone="warning" title="Payouts are waiting for this year's threshold">
          {noTaxYear(current.year)}
        </Notice>
      )}
      <ul className="flex flex-col gap-4">
        {years.map((year) => (
          <Year key={year.year} year={year} onEdit={() => setEdited(toValues(year))} />
        ))}
      </ul>
      <YearDialog values={edited} onClose={() => setEdited(null)} />
    </>
  );
}

const FIRST = { threshold_cents: 200_000, form: "1099-MISC", box: "3" };

/** Enters this year where it is missing, and otherwise the one after the last. */
export function EnterYearButton() {
  const { data } = useQuery(taxYears);
  const [entered, setEntered] = useState<Values | null>(null);
  if (!data) return null;
  const { years, current } = data;
  const year = current.is_entered ? Math.max(current.year, ...years.map((one) => one.year)) + 1 : current.year;
  return (
    <>
      <Button onClick={() => setEntered(toValues({ ...(years[0] ?? FIRST), year }))}>Add tax year {year}</Button>
      <YearDialog values={entered} onClose={() => setEntered(null)} />
    </>
  );
}

function YearDialog({ values, onClose }: { values: Values | null; onClose: () => void }) {
  return (
    <Dialog
      isOpen={values !== null}
      onClose={onClose}
      title={`Tax year ${values?.year ?? ""}`}
      description="The amount from which payments are reported to the IRS, and the form and box to use. Ask your accountant."
    >
      {values && <YearForm values={values} onSaved={onClose} />}
    </Dialog>
  );
}

function Year({ year, onEdit }: { year: TaxYearView; onEdit: () => void }) {
  const file = useExport(exportYear);
  return (
    <li className="flex flex-wrap items-start justify-between gap-4 rounded-media border border-line bg-raised p-5">
      <div className="flex flex-col gap-1">
        <h2 className="title text-2xl">{year.year}</h2>
        <p>
          Reported from {toDollars(year.threshold_cents)} on form {year.form}, box {year.box}
        </p>
        <p className="text-sm text-muted">
          Paid {toDollars(year.paid_cents)} to {year.paid_earners} {year.paid_earners === 1 ? "earner" : "earners"};{" "}
          {year.reported_earners} {year.reported_earners === 1 ? "reaches" : "reach"} the threshold.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" aria-label={`Change ${year.year}`} onClick={onEdit}>
          Change
        </Button>
        <Button
          size="sm"
          variant="secondary"
          busy={file.isPending}
          aria-label={`CSV with tax numbers: ${year.year}`}
          onClick={() => file.mutate(year.year)}
        >
          <Download aria-hidden size={18} />
          CSV with tax numbers
        </Button>
      </div>
    </li>
  );
}

type Values = { year: number; threshold: string; form: string; box: string };

function toValues({
  year,
  threshold_cents,
  form,
  box,
}: Pick<TaxYearView, "year" | "threshold_cents" | "form" | "box">) {
  return { year, threshold: (threshold_cents / 100).toFixed(2), form, box };
}

function YearForm({ values, onSaved }: { values: Values; onSaved: () => void }) {
  const save = useMoneyAction(({ year, threshold, ...rest }: Values) =>
    callWithMessage("PUT /admin/tax-years/:year", {
      params: { year },
      body: { ...rest, threshold_cents: Math.round(Number(threshold) * 100) },
    }),
  );
  const form = useForm<Values>({ defaultValues: values });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (typed) => {
    try {
      await save.mutateAsync({ ...typed, year: values.year });
      onSaved();
    } catch (error) {
      showFaults(form.setError, ["form", "box"], error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Threshold in dollars" error={errors.threshold?.message}>
        <TextInput
          {...form.register("threshold", {
            validate: (text) =>
              (/^\d{1,7}(\.\d{1,2})?$/.test(text) && Number(text) > 0) || "Enter an amount such as 600.00",
          })}
          inputMode="decimal"
        />
      </Field>
      <Field label="Form" error={errors.form?.message}>
        <TextInput {...form.register("form")} />
      </Field>
      <Field label="Box" error={errors.box?.message}>
        <TextInput {...form.register("box")} />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        Save
      </Button>
    </form>
  );
}
