import { EARLIEST_BIRTH_YEAR, GENDERS, phone, signUpFields, USERNAME_HINT } from "@app/contract/sign-up";
import { DRAFT_EMAIL_MAX_CHARS, DRAFT_NAME_MAX_CHARS, type SignUpDraft } from "@app/contract/sign-up-drafts";
import { queryOptions } from "@tanstack/react-query";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { z } from "zod";
import { call } from "#lib/api.ts";
import { READ_ONLY_STYLE } from "#ui/control-style.ts";
import { DateField, toDate } from "#ui/date-field.tsx";
import { Field, PasswordInput, TextInput } from "#ui/field.tsx";
import { PasswordRules } from "#ui/password-fields.tsx";
import { FIRST_PHONE_TEXT, PhoneInput, toSentPhone } from "#ui/phone-field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const GENDER_OPTIONS = GENDERS.map((gender) => ({ value: gender, label: gender }));

type SignUpFieldsProps = {
  referralCode: string | null;
  /** Whether the first field takes the focus. */
  autoFocus?: boolean;
};

export function SignUpFields({ referralCode, autoFocus = false }: SignUpFieldsProps) {
  const { control, register, formState } = useFormContext<SignUpValues>();
  const { errors } = formState;
  const password = useWatch({ control, name: "password" });
  return (
    <>
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...register("email")} type="email" autoComplete="email" autoFocus={autoFocus} />
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
          <TextInput {...register("referral_code")} readOnly className={READ_ONLY_STYLE} />
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

/** The contract's rules; two widgets hold text that is first converted to the sent value. */
export const signUpSchema = z.object({
  ...signUpFields,
  date_of_birth: z.string().transform(toDate).pipe(signUpFields.date_of_birth),
  phone: z.string().transform(toSentPhone).pipe(phone.nullable()),
});

/** The form's values, valid or not; there is no gender until one is chosen. */
export type SignUpValues = z.input<typeof signUpSchema>;

export const EMPTY_FORM = {
  email: "",
  username: "",
  password: "",
  date_of_birth: "",
  phone: FIRST_PHONE_TEXT,
  user_type: "General User",
} as const satisfies Partial<SignUpValues>;

/** The fields that the server can report faults for. */
export const SIGN_UP_FIELDS = ["email", "username", "password", "gender", "date_of_birth", "phone"] as const;

/**
 * The code in a referral link; an invalid one is ignored. The server also keeps it in an HttpOnly cookie, for sign-ups
 * on a later visit.
 */
export function parseReferralCode(fromLink: string | undefined): string | null {
  return fromLink && signUpFields.referral_code.safeParse(fromLink).success ? fromLink : null;
}

type FormDraft = Omit<SignUpDraft, "gender"> & Partial<Pick<SignUpValues, "gender">> & { password: string };

/** Survives going back to the choice of a role and closing the dialog. It is never written to browser storage. */
let draft: FormDraft | null = null;

/** There is no gender, or null, until one is chosen. */
type FormValues = Omit<SignUpValues, "gender"> & { gender?: SignUpValues["gender"] | null };

/** @returns null if nothing was typed since the page loaded */
export function readFormDraft(): FormDraft | null {
  return draft;
}

export function saveFormDraft({ email, username, date_of_birth, phone, gender, password }: FormValues): void {
  draft = { email, username, date_of_birth, phone, password, ...(gender && { gender }) };
}

/** After sign-up the password is deleted; the rest helps users who go back to correct a typo. */
export function clearDraftPassword(): void {
  if (draft) draft = { ...draft, password: "" };
}

export function deleteFormDraft(): void {
  draft = null;
}

/** @returns the draft for the server: texts cut to its limits, no password */
export function toSignUpDraft({ email, username, date_of_birth, phone, gender }: FormValues): SignUpDraft {
  return {
    email: email.slice(0, DRAFT_EMAIL_MAX_CHARS),
    username: username.slice(0, DRAFT_NAME_MAX_CHARS),
    date_of_birth,
    phone,
    gender: gender ?? null,
  };
}

/** @returns form values from the server's draft */
export function fromSignUpDraft({ gender, ...texts }: SignUpDraft): Omit<FormDraft, "password"> {
  return { ...texts, ...(gender && { gender }) };
}

/**
 * Whether an earlier visit left a draft of the Sign Up form. The draft itself is only returned to users who enter the
 * email address in it. If the request fails, the form starts empty.
 */
export const signUpDraftOffer = queryOptions({
  queryKey: ["sign-up-draft"],
  gcTime: 0,
  queryFn: ({ signal }) => call("GET /sign-up-draft", {}, signal),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/** @param code from the referral link; null looks up the one in this browser's cookie, if any */
export function referrerOf(code: string | null) {
  return queryOptions({
    queryKey: ["referrer", code],
    queryFn: ({ signal }) =>
      code === null ? call("GET /referrer", {}, signal) : call("GET /referrer/:code", { params: { code } }, signal),
  });
}
