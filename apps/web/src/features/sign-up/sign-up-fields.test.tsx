import { USERNAME_HINT } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import type { z } from "zod";
import { EMPTY_FORM, SignUpFields, type SignUpValues, signUpSchema } from "./sign-up-fields.tsx";

function Form({ referralCode = null }: { referralCode?: string | null }) {
  const form = useForm<SignUpValues, unknown, z.output<typeof signUpSchema>>({
    resolver: zodResolver(signUpSchema, VALIDATION_OPTIONS),
    defaultValues: { ...EMPTY_FORM, referral_code: referralCode },
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void form.handleSubmit(() => undefined)(event)} noValidate>
        <SignUpFields referralCode={referralCode} />
        <button type="submit">Sign Up</button>
      </form>
    </FormProvider>
  );
}

const faults = () => screen.queryAllByRole("alert").map((fault) => fault.textContent);

test("a missing value is reported under its field, and the first one gets the focus", async () => {
  const user = userEvent.setup();
  render(<Form />);
  await user.click(screen.getByRole("button", { name: "Sign Up" }));
  await screen.findByText("Email is a required field");
  expect(faults()).toEqual([
    "Email is a required field",
    "Username is a required field",
    "Password is a required field",
    "Gender is a required field",
    "Date of birth is a required field.",
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
});

test("a fault disappears as soon as the field is valid", async () => {
  const user = userEvent.setup();
  render(<Form />);
  await user.click(screen.getByRole("button", { name: "Sign Up" }));
  await screen.findByText("Email is a required field");
  await user.type(screen.getByLabelText("Email"), "maya@people.test");
  await user.click(screen.getByLabelText("Other"));
  expect(faults()).toEqual([
    "Username is a required field",
    "Password is a required field",
    "Date of birth is a required field.",
  ]);
});

test("the username hint says that it cannot be changed later, and birth years go back to 1900", () => {
  render(<Form />);
  expect(screen.getByText(USERNAME_HINT).closest("label")?.control).toBe(screen.getByLabelText(/^Username/));
  const years = [...screen.getByLabelText<HTMLSelectElement>("Year").options].map(({ text }) => text);
  expect([years[0], years[1], years.at(-1)]).toEqual(["Year", String(new Date().getFullYear()), "1900"]);
});

test("a referral code is shown read-only", () => {
  render(<Form referralCode="FRIEND1" />);
  const code = screen.getByLabelText<HTMLInputElement>("Referral code");
  expect([code.value, code.readOnly]).toEqual(["FRIEND1", true]);
});
