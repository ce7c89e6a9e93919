import type { CardForm as Card } from "@app/contract/cards";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { CreditCard, Lock } from "lucide-react";
import type { ReactNode, SubmitEvent } from "react";
import { Controller, type UseFormSetError, useForm, useWatch } from "react-hook-form";
import { ApiError, isConflict, messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { DigitsInput } from "#ui/digits-input.tsx";
import { Checkbox, Field, TextInput } from "#ui/field.tsx";
import {
  brandName,
  type CardValues,
  cardForm,
  EMPTY_CARD,
  formatCardNumber,
  formatExpiry,
  toCardField,
} from "./card-values.ts";

type CardFormProps = {
  consentText: string;
  /** Shown if the consent is missing. */
  consentFault: string;
  submitLabel: string;
  onPay: (card: Card) => Promise<void>;
  /** More fields of the same form, above the card. */
  children?: ReactNode;
  /** Validates those fields and shows their faults. @returns whether they are valid */
  onCheck?: () => Promise<boolean>;
};

/** The sandbox's card form. Nothing is stored in the browser. */
export function CardForm({ consentText, consentFault, submitLabel, onPay, children, onCheck }: CardFormProps) {
  const form = useForm<CardValues, unknown, Card>({
    resolver: zodResolver(cardForm, VALIDATION_OPTIONS),
    defaultValues: EMPTY_CARD,
  });
  const { control, register } = form;
  const { errors, isSubmitting } = form.formState;
  const brand = brandName(useWatch({ control, name: "number" }));

  const submit = form.handleSubmit(async (card) => {
    try {
      await onPay(card);
    } catch (error) {
      if (isConflict(error)) form.setValue("consent", false);
      showCardErrors(form.setError, error);
    }
  });

  const check = async (event: SubmitEvent) => {
    event.preventDefault();
    if (onCheck === undefined || (await onCheck())) await submit(event);
    else await form.trigger();
  };

  return (
    <form onSubmit={(event) => void check(event)} noValidate className="flex flex-col gap-5">
      {children}
      <Controller
        control={control}
        name="number"
        render={({ field }) => (
          <Field label="Card number" error={errors.number?.message}>
            <div className="relative">
              <CardNumberInput {...field} />
              <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center gap-2 text-sm text-muted">
                {brand || <CreditCard aria-hidden size={20} />}
              </span>
            </div>
          </Field>
        )}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <Controller
          control={control}
          name="expiry"
          render={({ field }) => (
            <Field label="Expires" hint="MM / YY" error={errors.expiry?.message}>
              <TextInput
                {...field}
                onChange={(event) => field.onChange(formatExpiry(event.target.value, field.value))}
                inputMode="numeric"
                autoComplete="cc-exp"
              />
            </Field>
          )}
        />
        <Field label="Security code" hint="On the back" error={errors.cvc?.message}>
          <DigitsInput {...register("cvc")} length={4} autoComplete="cc-csc" />
        </Field>
      </div>
      <Field label="Name on card" error={errors.name?.message}>
        <TextInput {...register("name")} autoComplete="cc-name" />
      </Field>
      <Field label="Billing ZIP" error={errors.zip?.message}>
        <DigitsInput {...register("zip")} length={5} autoComplete="billing postal-code" />
      </Field>
      <Checkbox {...register("consent")} label={consentText} error={errors.consent && consentFault} />
      <Button type="submit" size="lg" busy={isSubmitting}>
        {!isSubmitting && <Lock aria-hidden size={18} />}
        {submitLabel}
      </Button>
    </form>
  );
}

type CardNumberInputProps = { value: string; onChange: (value: string) => void; onBlur: () => void; name: string };

function CardNumberInput({ onChange, ...rest }: CardNumberInputProps) {
  return (
    <TextInput
      {...rest}
      onChange={(event) => onChange(formatCardNumber(event.target.value))}
      inputMode="numeric"
      autoComplete="cc-number"
      className="score pr-28 text-lg tracking-wider"
    />
  );
}

/** A declined card is reported at its number; all fields keep their values. */
function showCardErrors(setError: UseFormSetError<CardValues>, error: unknown): void {
  const faults = error instanceof ApiError ? Object.entries(error.errors) : [];
  if (error instanceof ApiError && error.kind === "payment_required" && faults.length === 0) {
    setError("number", { message: error.message }, { shouldFocus: true });
    return;
  }
  if (faults.length === 0) {
    toast.error(messageOf(error));
    return;
  }
  for (const [index, [name, messages]] of faults.entries()) {
    setError(toCardField(name), { message: messages.join(" ") }, { shouldFocus: index === 0 });
  }
}
