import { Batches, MakeBatchButton, WaitingButton } from "#features/staff-money/batches.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export function PayoutsAdminPage() {
  return (
    <>
      <PageHeader
        title="Payouts"
        about="On the first of each month, a batch is made for everybody who can be paid and has at least $25.00 available. Pay the ones made by hand, then mark them as paid. Payouts by Stripe are sent a day later."
      >
        <WaitingButton />
        <MakeBatchButton />
      </PageHeader>
      <Batches />
    </>
  );
}
