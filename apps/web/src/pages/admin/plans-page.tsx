import { PlanPrices } from "#features/plan-prices/plan-prices.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export function PlansPage() {
  return (
    <>
      <PageHeader
        title="Plans and prices"
        about="What earners pay each month. Existing subscribers keep their price."
      />
      <PlanPrices />
    </>
  );
}
