import { TaxYears } from "#features/staff-money/tax-years.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export function TaxAdminPage() {
  return (
    <>
      <PageHeader
        title="Tax"
        about="The date of payment decides the tax year. Earners who would reach the threshold wait until they submit a W-9. Exports contain full tax numbers and are recorded in the audit log."
      />
      <TaxYears />
    </>
  );
}
