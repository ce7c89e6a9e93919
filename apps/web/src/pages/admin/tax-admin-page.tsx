import { TaxYears } from "#features/staff-money/tax-years.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export function TaxAdminPage() {
  return (
    <>
      <PageHeader
        title="Tax"
        about="The date on which something was paid decides its year. Earners who would reach the threshold wait for their W-9. Exports show whole tax numbers, and stand in the audit log."
      />
      <TaxYears />
    </>
  );
}
