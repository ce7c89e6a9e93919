import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { DateField } from "./date-field.tsx";
import { DigitsInput, SecretDigitsInput } from "./digits-input.tsx";
import { CodeInput, Field, PasswordInput, TextArea, TextInput } from "./field.tsx";
import { PasswordRules } from "./password-fields.tsx";
import { PhoneInput } from "./phone-field.tsx";

/** A field whose value somebody else holds. */
function Held({ children }: { children: (value: string, onChange: (value: string) => void) => ReactNode }) {
  const [value, setValue] = useState("");
  return (
    <>
      {children(value, setValue)}
      <output>{value}</output>
    </>
  );
}

const held = () => screen.getByRole("status").textContent;

test("a control is described by its hint and error", () => {
  render(
    <Field label="City" hint="Where you live." error="City is a required field">
      <TextInput />
    </Field>,
  );
  const control = screen.getByLabelText("City");
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    ...["Where you live.", "City is a required field"],
  ]);
  expect(control.getAttribute("aria-invalid")).toBe("true");
});

test("words have the direction of what is typed; an address and a password are typed from the left", () => {
  render(
    <>
      <TextInput aria-label="Title" />
      <TextInput type="email" aria-label="Email" />
      <PasswordInput aria-label="Password" />
    </>,
  );
  const directionOf = (name: string) => screen.getByLabelText<HTMLInputElement>(name).dir;
  expect(["Title", "Email", "Password"].map(directionOf)).toEqual(["auto", "", "ltr"]);
});

test("a code can be typed with letters, as recovery codes have them", () => {
  render(<CodeInput aria-label="Code" />);
  expect(screen.getByLabelText("Code").inputMode).toBe("");
});

describe("a date of birth", () => {
  const field = (error?: string) => (
    <Held>
      {(value, onChange) => (
        <DateField legend="Date of birth" firstYear={1900} value={value} onChange={onChange} error={error} />
      )}
    </Held>
  );
  const optionsOf = (name: string) =>
    [...screen.getByLabelText<HTMLSelectElement>(name).options].map(({ textContent }) => textContent);
  const choose = (name: string, option: string) => userEvent.selectOptions(screen.getByLabelText(name), option);

  test("offers years from the current one back to 1900", () => {
    render(field());
    const years = optionsOf("Year");
    expect([years[0], years[1], years.at(-1)]).toEqual(["Year", String(new Date().getFullYear()), "1900"]);
  });

  test("offers as many days as its month has", async () => {
    render(field());
    for (const [year, month, days] of [
      ["2004", "February", 29],
      ["2005", "February", 28],
      ["2005", "April", 30],
      ["2005", "May", 31],
    ] as const) {
      await choose("Year", year);
      await choose("Month", month);
      expect(optionsOf("Day")).toHaveLength(days + 1);
    }
  });

  test("is entered piece by piece, and a day that the month does not have is dropped", async () => {
    render(field());
    await choose("Year", "2004");
    await choose("Month", "February");
    await choose("Day", "29");
    expect(held()).toBe("2004-2-29");
    await choose("Year", "2005");
    expect(held()).toBe("2005-2-");
  });

  test("describes each of its three selects by the error", () => {
    render(field("Date of birth is a required field."));
    for (const name of ["Year", "Month", "Day"]) {
      const id = screen.getByLabelText(name).getAttribute("aria-describedby") ?? "";
      expect(document.getElementById(id)?.textContent).toBe("Date of birth is a required field.");
    }
  });
});

test("a phone number keeps up to twelve digits after the dial code", async () => {
  const user = userEvent.setup();
  render(
    <Held>
      {(value, onChange) => (
        <Field label="Phone">
          <PhoneInput value={value} onChange={onChange} />
        </Field>
      )}
    </Held>,
  );
  const phone = screen.getByLabelText("Phone");
  const paste = async (text: string) => {
    await user.clear(phone);
    await user.click(phone);
    await user.paste(text);
  };
  await paste("(555) 123-4567");
  expect(held()).toBe("+15551234567");
  await paste("+1 555 123 4567 8901");
  expect(held()).toBe("+1555123456789");
  await user.type(phone, "0");
  expect(held()).toBe("+1555123456789");
});

test("a digits input accepts digits only, up to its length", async () => {
  const user = userEvent.setup();
  render(<DigitsInput aria-label="ZIP" length={5} />);
  const zip = screen.getByLabelText<HTMLInputElement>("ZIP");
  await user.type(zip, "1a0-0 0123");
  expect(zip.value).toBe("10001");
});

test.each([
  ["a password", "password", <PasswordInput key="1" aria-label="Secret" />],
  ["an SSN", "SSN", <SecretDigitsInput key="2" aria-label="Secret" what="SSN" length={9} />],
])("%s is hidden until it is shown on request", async (_, what, input) => {
  const user = userEvent.setup();
  render(input);
  const isHidden = () => {
    const { type, className } = screen.getByLabelText<HTMLInputElement>("Secret");
    return type === "password" || className.includes("text-security");
  };
  const toggle = screen.getByRole("button", { name: `Show ${what}` });
  expect([isHidden(), toggle.getAttribute("aria-pressed")]).toEqual([true, "false"]);
  await user.click(toggle);
  expect([isHidden(), toggle.getAttribute("aria-pressed")]).toEqual([false, "true"]);
  await user.click(toggle);
  expect(isHidden()).toBe(true);
});

test("password rules are ticked off, and their number is announced", () => {
  const { rerender } = render(<PasswordRules text="" />);
  const met = () => screen.getAllByRole("listitem").filter((rule) => rule.textContent?.endsWith("Met."));
  expect(met()).toHaveLength(0);
  rerender(<PasswordRules text="Ab1!" />);
  expect(met()).toHaveLength(4);
  expect(held()).toBe("4 of 5 password rules are met.");
  rerender(<PasswordRules text="Ab1!Ab1!" />);
  expect(met()).toHaveLength(5);
});

test("a text area that counts characters as people do cuts what is typed or pasted beyond its limit, and nothing before it", async () => {
  const user = userEvent.setup();
  const lengthOf = (text: string) => [...new Intl.Segmenter().segment(text)].length;
  const onChange = vi.fn();
  render(<TextArea aria-label="Comment" maxLength={5} lengthOf={lengthOf} onChange={onChange} />);
  const comment = screen.getByLabelText<HTMLTextAreaElement>("Comment");
  await user.click(comment);
  await user.paste("👨‍👩‍👧‍👦👨‍👩‍👧‍👦end");
  expect([comment.value, screen.getByText("5/5").textContent]).toEqual(["👨‍👩‍👧‍👦👨‍👩‍👧‍👦end", "5/5"]);
  comment.setSelectionRange(0, 0);
  await user.paste("👍🏽");
  expect([comment.value, comment.selectionStart]).toEqual(["👨‍👩‍👧‍👦👨‍👩‍👧‍👦end", 0]);
  await user.clear(comment);
  await user.paste("abcdefgh");
  expect([comment.value, onChange.mock.lastCall?.[0].target.value]).toEqual(["abcde", "abcde"]);
});

test("a text area that counts code points, as the server does, never holds more of them", async () => {
  const user = userEvent.setup();
  render(<TextArea aria-label="Note" maxLength={9} lengthOf={(text) => [...text].length} />);
  const note = screen.getByLabelText<HTMLTextAreaElement>("Note");
  await user.click(note);
  // A family is seven of them.
  await user.paste("👨‍👩‍👧‍👦👨‍👩‍👧‍👦");
  expect(note.value).toBe("👨‍👩‍👧‍👦");
  expect(screen.getByText("7/9")).toBeTruthy();
});

test("a text area counts its characters, announces when few are left, and submits on Enter without Shift", async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  render(
    <form ref={(form) => form?.addEventListener("submit", onSubmit)}>
      <TextArea aria-label="Bio" maxLength={30} />
    </form>,
  );
  const bio = screen.getByLabelText<HTMLTextAreaElement>("Bio");
  await user.type(bio, "Rower");
  expect(screen.getByText("5/30")).toBeDefined();
  expect(screen.queryByText(/characters left/)).toBeNull();
  await user.type(bio, " in a pair");
  expect(screen.getByText("15 characters left")).toBeDefined();
  await user.type(bio, "{Shift>}{Enter}{/Shift}");
  expect([bio.value, onSubmit.mock.calls.length]).toEqual(["Rower in a pair\n", 0]);
  await user.type(bio, "{Enter}");
  expect([bio.value, onSubmit.mock.calls.length]).toEqual(["Rower in a pair\n", 1]);
});

test("Enter in a text area does not send a form again while its button is busy", async () => {
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  render(
    <form ref={(form) => form?.addEventListener("submit", onSubmit)}>
      <TextArea aria-label="Bio" maxLength={30} />
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );
  await userEvent.type(screen.getByLabelText("Bio"), "{Enter}{Enter}");
  expect(onSubmit).not.toHaveBeenCalled();
});
