import { EARLIEST_BIRTH_YEAR, GENDERS, USERNAME_HINT } from "@app/contract/sign-up";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { DateField } from "#ui/date-field.tsx";
import { Field, PasswordInput, TextInput } from "#ui/field.tsx";
import { PasswordRules } from "#ui/password-fields.tsx";
import { PhoneInput } from "#ui/phone-field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { SIGN_UP_FIELDS, type SignUpValues } from "./sign-up-values.ts";

const GENDER_OPTIONS = GENDERS.map((gender) => ({ value: gender, label: gender }));

export function SignUpFields({ referralCode }: { referralCode: string | null }) {
  const { control, register, formState } = useFormContext<SignUpValues>();
  const { errors } = formState;
  const password = useWatch({ control, name: "password" });
  return (
    <>
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...register("email")} type="email" autoComplete="email" />
      </Field>
      <Field label="Username" note={USERNAME_HINT} error={errors.username?.message}>
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
            firstYear={EARLIEST_BIRTH_YEAR}
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
          <Field label="Phone" optional hint="Country code, then the number." error={fieldState.error?.message}>
            <PhoneInput {...field} />
          </Field>
        )}
      />
      {referralCode && (
        <Field label="Referral code">
          <TextInput {...register("referral_code")} readOnly />
        </Field>
      )}
    </>
  );
}

/** Shown until the draft of an earlier visit is known. */
export function SignUpSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <output className="sr-only">Loading the form</output>
      {SIGN_UP_FIELDS.map((name) => (
        <div key={name} className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-11" />
        </div>
      ))}
      <Skeleton className="h-12" />
    </div>
  );
}
