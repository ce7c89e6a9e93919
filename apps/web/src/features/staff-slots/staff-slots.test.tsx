import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { useToasts } from "#lib/toast.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { StaffSlots } from "./staff-slots.tsx";

const AT = "2026-02-03T10:00:00.000Z";

const toSlot = (alt: string, at: number) => ({
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
});

test("a slot is deleted after a question that begins on Cancel, and the focus goes on to the next one", async () => {
  let slots = ["Boots", "Bikes"].map(toSlot);
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

test.each(["saved", "refused"])("a form that was closed and is %s later leaves the next one as it is", async (how) => {
  const slots = ["Boots", "Bikes"].map(toSlot);
  const reply = Promise.withResolvers<null>();
  const sent = answerWith((path) => (path.includes(slots[0]?.id ?? "") ? reply.promise : slots));
  renderOnPage(<StaffSlots renderPicture={() => null} />);
  const edit = async (alt: string, link: string) => {
    await userEvent.click(await screen.findByRole("button", { name: `Edit ${alt}` }));
    const field = await screen.findByLabelText("Link");
    await userEvent.clear(field);
    await userEvent.type(field, link);
    return field;
  };
  await edit("Boots", "/boots");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  // No other field, which somebody else may have changed meanwhile.
  expect(sent.at(-1)?.body).toEqual({ link: "/boots" });
  await userEvent.keyboard("{Escape}");
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  const second = await edit("Bikes", "/bikes");
  if (how === "saved") reply.resolve(null);
  else reply.reject(new TypeError("offline"));
  await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
  expect(useToasts.getState().toasts[0]?.tone).toBe(how === "saved" ? "success" : "error");
  useToasts.setState({ toasts: [] });
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith("/admin/slots")).length).toBeGreaterThan(1));
  expect(second.isConnected && (second as HTMLInputElement).value).toBe("/bikes");
});
