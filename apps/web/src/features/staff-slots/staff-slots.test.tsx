// Imported here, so that the first reply to be validated does not wait for it.
import "@app/contract/routes";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { StaffSlots } from "./staff-slots.tsx";

const AT = "2026-02-03T10:00:00.000Z";

test("a slot is deleted after a question that begins on Cancel, and the focus goes on to the next one", async () => {
  let slots = ["Boots", "Bikes"].map((alt, at) => ({
    id: `0190a1b2-0000-7000-8000-00000000000${at}`,
    sponsor: null,
    alt,
    link: "/normal-user",
    picture: null,
    place: "explore",
    is_active: false,
    starts_at: AT,
    ends_at: null,
    state: "waiting",
    opens: 0,
    opens_30_days: 0,
  }));
  const sent = answerWith((path) => {
    const isDeleted = slots.some(({ id }) => path.endsWith(id));
    slots = slots.filter(({ id }) => !path.endsWith(id));
    return isDeleted ? null : slots;
  });
  renderOnPage(<StaffSlots renderPicture={() => null} />);
  const boots = await screen.findByRole("button", { name: "Delete Boots" });
  await userEvent.click(boots);
  const question = within(await screen.findByRole("alertdialog", { name: "Delete this slot?" }));
  await waitFor(() => expect(document.activeElement).toBe(question.getByRole("button", { name: "Cancel" })));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(boots));
  expect(sent).toHaveLength(1);

  await userEvent.click(boots);
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Turn on Bikes" })));
});
