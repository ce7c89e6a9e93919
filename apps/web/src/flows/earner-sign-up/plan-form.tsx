import type { EarnerReply } from "@app/contract/earners";
import type { RegistrationView } from "@app/contract/registration";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { EarnerFormProps } from "#features/earner-forms/form-frame.tsx";
import { BasicsForm, OrganizationForm, SportForm, TeamForm } from "#features/earner-forms/plan-forms.tsx";
import { PLAN_TITLES } from "#features/earner-forms/plan-picker.tsx";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { categoryList } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type FlowStep, toBilling, useSignUpFlow } from "./payment-state.tsx";

type PlanFormProps = { view: RegistrationView; current: Extract<FlowStep, { step: "form" }> };

/** The form of the chosen plan, and the navigation after it is saved. */
export function PlanForm({ view, current }: PlanFormProps) {
  const { go } = useSignUpFlow();
  const navigate = useNavigate();
  const cache = useQueryClient();

  const onSaved = async ({ next }: EarnerReply, message: string) => {
    await cache.invalidateQueries(registration);
    if (next === "individual-2") return go({ plan: "Individual", step: "2" });
    toast.success(message);
    await navigate({ to: "/explore" });
  };

  const props = {
    view,
    onBack: () => go(current.page === 2 ? { plan: current.plan } : { step: "plan" }),
    onSaved: (reply: EarnerReply, message: string) => void onSaved(reply, message),
    onPay: (draftId: string | null) =>
      void cache.invalidateQueries(registration).then(() => navigate(toBilling(draftId))),
  };

  return (
    <>
      {/* Prevents a line break before the dash. */}
      <h1 className="page-title">{PLAN_TITLES[current.plan].replace(" - ", "\u00a0- ")}</h1>
      <FormOfPlan {...props} current={current} />
    </>
  );
}

type FormOfPlanProps = Omit<EarnerFormProps, "categories"> & Pick<PlanFormProps, "current">;

/** The form of a plan by itself. */
export function FormOfPlan({ current, ...rest }: FormOfPlanProps) {
  const list = useQuery(categoryList);
  const categories = (list.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const props: EarnerFormProps = { ...rest, categories };
  if (current.plan === "Individual" && current.page === 1) return <BasicsForm {...props} />;
  // A category is required in all others.
  if (list.isPending) return <Skeleton className="h-96 w-full" />;
  if (!list.data)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  if (current.plan === "Team") return <TeamForm {...props} />;
  if (current.plan === "Organization") return <OrganizationForm {...props} />;
  return <SportForm {...props} />;
}
