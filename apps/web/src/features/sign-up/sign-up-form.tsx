import type { UserType } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import { earnerRoutes } from "@app/contract/earners";
import { GENDERS, signUpRoutes, USERNAME_HINT } from "@app/contract/sign-up";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { call } from "#lib/api.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { DateField } from "#ui/date-field.tsx";
import { Field, PasswordInput, TextInput } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { PasswordRules } from "#ui/password-rules.tsx";
import { PhoneInput } from "#ui/phone-field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { ReferrerBanner } from "./referrer-banner.tsx";
import { keepDraft, readDraft, settleDraft } from "./sign-up-draft.ts";
import { EMPTY_FORM, type SignUpValues, signUpForm } from "./sign-up-values.ts";

const FIELDS = ["email", "username", "password", "gender", "date_of_birth", "phone"] as const;
const GENDER_OPTIONS = GENDERS.map((gender) => ({ value: gender, label: gender }));

type SignUpFormProps = {
  /** Stands in the form, hidden. */
  userType: UserType;
  referralCode: string | null;
  onRegistered: (email: string) => void;
  onSignIn: () => void;
};

/** The same form for both roles; a Content Creator goes on to a plan afterwards. What is typed stays, whatever happens, until the account is made. */
export function SignUpForm({ userType, referralCode, onRegistered, onSignIn }: SignUpFormProps) {
  const form = useForm<SignUpValues, unknown, z.output<typeof signUpForm>>({
    resolver: zodResolver(signUpForm),
    defaultValues: { ...EMPTY_FORM, ...readDraft(), user_type: userType, referral_code: referralCode },
  });
  const { control, register, subscribe } = form;
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control, name: "password" });

  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }), [subscribe]);

  const submit = form.handleSubmit(async (values) => {
    try {
      const route = userType === BRAND.name ? earnerRoutes.registerEarner : signUpRoutes.register;
      const { email } = await call(route, { body: values });
      settleDraft();
      onRegistered(email);
    } catch (error) {
      showFaults(form.setError, FIELDS, error);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <ReferrerBanner code={referralCode} />
      <input type="hidden" {...register("user_type")} />
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...register("email")} type="email" autoComplete="email" />
      </Field>
      <Field label="Username" hint={USERNAME_HINT} error={errors.username?.message}>
        <TextInput
          {...register("username")}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput {...register("password")} autoComplete="new-password" />
        </Field>
        <PasswordRules text={password} />
      </div>
      <RadioGroup
        legend="Gender"
        options={GENDER_OPTIONS}
        isRow
        error={errors.gender?.message}
        {...register("gender")}
      />
      <Controller
        control={control}
        name="date_of_birth"
        render={({ field, fieldState }) => (
          <DateField
            legend="Date of birth"
            ref={field.ref}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="phone"
        render={({ field, fieldState }) => (
          <Field label="Phone" optional hint="The country's code, then the number." error={fieldState.error?.message}>
            <PhoneInput {...field} />
          </Field>
        )}
      />
      {referralCode && (
        <Field label="Referral code">
          <TextInput {...register("referral_code")} readOnly />
        </Field>
      )}
      <Button type="submit" size="lg" busy={isSubmitting}>
        Sign Up
      </Button>
      <Disclaimer />
      <p className="text-center text-sm text-muted">
        Already have an account?{" "}
        <button type="button" onClick={onSignIn} className="font-semibold text-accent underline touch:min-h-11">
          Sign In
        </button>
      </p>
    </form>
  );
}

/** Both open beside the form, which keeps what was typed in it. */
function Disclaimer() {
  const look = { target: "_blank", className: "text-text underline" };
  return (
    <p className="text-sm text-muted">
      By signing up you agree to the{" "}
      <Link href="/terms" {...look}>
        Terms of service<span className="sr-only"> (opens in a new tab)</span>
      </Link>{" "}
      and the{" "}
      <Link href="/privacy" {...look}>
        Privacy Policy<span className="sr-only"> (opens in a new tab)</span>
      </Link>
      .
    </p>
  );
}
