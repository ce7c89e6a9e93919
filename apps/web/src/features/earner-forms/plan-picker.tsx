import type { Plan } from "@app/contract/accounts";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";

/** As named in the plan picker. */
export const PLAN_TITLES: Record<Plan, string> = {
  Individual: "Student Athlete - Individuals",
  Organization: "Organization",
  Team: "Team",
};

const PICKED: readonly Plan[] = ["Individual", "Organization", "Team"];

const PLAN_REQUIRED = "Plan is a required field";

type PlanPickerProps = {
  /** The previously chosen plan. */
  plan: Plan | null;
  /** The price as text; nothing until it has loaded. */
  priceOf: (plan: Plan) => ReactNode;
  isBusy: boolean;
  onChoose: (plan: Plan) => void;
  onBack: () => void;
  onClose: () => void;
};

/** The dialog with the three plans. */
export function PlanPicker({ plan, priceOf, isBusy, onChoose, onBack, onClose }: PlanPickerProps) {
  const [chosen, setChosen] = useState(plan);
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null) setError(PLAN_REQUIRED);
    else onChoose(chosen);
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Choose your plan"
      description="You can change it until you have paid."
      keepsTyped
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <RadioGroup
          legend="Plan"
          name="plan"
          options={PICKED.map((value) => ({ value, label: PLAN_TITLES[value], hint: priceOf(value) }))}
          value={chosen ?? ""}
          onChange={({ target }) => {
            setChosen(PICKED.find((value) => value === target.value) ?? null);
            setError(undefined);
          }}
          error={error}
        />
        <Button type="submit" size="lg" busy={isBusy}>
          Continue
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
      </form>
    </Dialog>
  );
}
