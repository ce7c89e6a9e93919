import type { Plan } from "@app/contract/accounts";
import type { ProfileView } from "@app/contract/profile";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { PLAN_TITLES } from "#features/earner-forms/plan-picker.tsx";
import { ProfileForm } from "#features/earner-forms/profile-form.tsx";
import { ownProfile, registration } from "#features/earner-forms/registration.queries.ts";
import { toast } from "#lib/toast.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toBilling } from "./payment-state.tsx";
import { FormOfPlan } from "./plan-form.tsx";

/** The user's own profile. An earner whose plan has changed enters its details first. */
export function OwnProfileForm(props: ComponentProps<typeof ProfileForm>) {
  const { view } = props;
  return hasNewPlan(view) ? <NewPlanForm plan={view.plan} /> : <ProfileForm {...props} />;
}

/** A renewal has changed the plan, but the details are still those of the old one. */
function hasNewPlan(view: ProfileView): view is ProfileView & { plan: Plan } {
  return view.plan !== null && view.earner !== null && view.earner.plan !== view.plan;
}

function NewPlanForm({ plan }: { plan: Plan }) {
  const begun = useQuery(registration);
  const navigate = useNavigate();
  const cache = useQueryClient();
  if (begun.isPending) return <Skeleton className="h-96 w-full" />;
  if (!begun.data)
    return <LoadError error={begun.error} isRetrying={begun.isFetching} onRetry={() => void begun.refetch()} />;
  // The rest of an athlete's details is entered in the form that follows.
  const onSaved = (_: unknown, message: string) => {
    toast.success(message);
    void cache.invalidateQueries(ownProfile);
  };
  return (
    <div className="flex flex-col gap-6">
      <Notice title={`Your plan is ${PLAN_TITLES[plan]} now.`}>
        Please enter its details. Until then your channel shows those of your previous plan.
      </Notice>
      <FormOfPlan
        view={begun.data}
        current={{ step: "form", plan, page: 1 }}
        onBack={null}
        onSaved={onSaved}
        onPay={(draftId) => void navigate(toBilling(draftId))}
      />
    </div>
  );
}
