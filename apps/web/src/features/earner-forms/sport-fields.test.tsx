import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { CollegeLists } from "./sport-fields.tsx";

const OFFER = {
  college_name: "Duke University",
  college_logo: null,
  college_logo_url: null,
  college_category: 88,
  college_offer_date: "2026-10",
};

function Lists({ offers = [OFFER, OFFER] }: { offers?: (typeof OFFER)[] }) {
  const form = useForm({ defaultValues: { offers, visits: [] } });
  return (
    <FormProvider {...form}>
      <CollegeLists categories={[]} />
    </FormProvider>
  );
}

test("whoever removes an offer with the keyboard is at the next one, and after the last at the button that adds one", async () => {
  renderWithQueries(<Lists />);
  screen.getByRole("button", { name: "Remove Offer 1" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.queryByRole("button", { name: "Remove Offer 2" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove Offer 1" }));
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add an offer" }));
});

test("a category that is no longer offered is shown as the offer's own, until another one is chosen", async () => {
  renderWithQueries(<Lists offers={[{ ...OFFER, college_category: 7 }]} />);
  const category = screen.getByLabelText<HTMLSelectElement>("College category");
  expect(category.selectedOptions[0]?.textContent).toBe("This category (no longer offered)");
  await userEvent.selectOptions(category, "College athletics");
  expect([...category.options].map(({ text }) => text)).toEqual(["College athletics"]);
});
