import { Batches, MakeBatchButton } from "#features/staff-money/batches.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export function PayoutsAdminPage() {
  return (
    <>
      <PageHeader
        title="Payouts"
        about="On the first of each month a batch is made of everybody whose balance is at least $25.00 and who can be paid. Pay what is made by hand, then mark it as paid. Payouts by Stripe are sent a day later."
      >
        <MakeBatchButton />
      </PageHeader>
      <Batches />
    </>
  );
}
