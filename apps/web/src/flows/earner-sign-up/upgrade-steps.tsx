import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { EarnerSteps } from "./earner-steps.tsx";

/** A General User becomes an earner. The account stays, so closing the plan picker aborts nothing. */
export function UpgradeSteps() {
  const begun = useQuery(registration);
  const navigate = useNavigate();
  const leave = () => void navigate({ to: "/normal-user" });
  if (begun.isPending) return <Spinner label="Loading the plans" size={28} />;
  if (begun.isError || begun.data === null) {
    return <LoadError error={begun.error} onRetry={() => void begun.refetch()} isRetrying={begun.isFetching} />;
  }
  return <EarnerSteps view={begun.data} onBack={leave} onClose={leave} />;
}
