import { AthletePicks } from "#features/picks/athlete-picks.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export function AthletesPage() {
  return (
    <>
      <PageHeader
        title="Athletes of the week"
        about="The list follows views, followers, likes and uploads of the last seven days. You can pin an athlete, or leave one out."
      />
      <AthletePicks />
    </>
  );
}
