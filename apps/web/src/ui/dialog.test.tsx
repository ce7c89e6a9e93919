import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { toast } from "#lib/toast.ts";
import { AlertDialog, Dialog } from "./dialog.tsx";
import { Toaster } from "./toaster.tsx";

function ShareDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Share
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Share this video"
        description="Anyone may watch it."
      >
        <input aria-label="Link" defaultValue="https://fieldhouse.test" />
        <button type="button">Copy</button>
      </Dialog>
      <Toaster />
    </>
  );
}

const isOpen = () => screen.queryByRole("dialog", { name: "Share this video" }) !== null;

async function openShare() {
  const user = userEvent.setup();
  render(<ShareDialog />);
  await user.click(screen.getByRole("button", { name: "Share" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Link")));
  return user;
}

test("a dialog focuses its first field and announces its title and description", async () => {
  await openShare();
  const dialog = screen.getByRole("dialog", { name: "Share this video" });
  expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Anyone may watch it.",
  );
});

test.each([
  ["Escape", (user: Awaited<ReturnType<typeof openShare>>) => user.keyboard("{Escape}")],
  [
    "its cross",
    (user: Awaited<ReturnType<typeof openShare>>) => user.click(screen.getByRole("button", { name: "Close" })),
  ],
])("%s closes it and returns the focus", async (_, close) => {
  const user = await openShare();
  await close(user);
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Share" }));
});

test("Tab stays inside", async () => {
  const user = await openShare();
  for (let presses = 0; presses < 8; presses++) {
    await user.tab();
    // At the edge a focus guard gets the focus first and passes it on.
    await waitFor(() =>
      expect(screen.getByRole("dialog", { name: "Share this video" }).contains(document.activeElement)).toBe(true),
    );
  }
});

test("closing a toast above it does not close it", async () => {
  const user = await openShare();
  act(() => toast.error("The link could not be copied."));
  await user.click(screen.getByRole("button", { name: "Close message", hidden: true }));
  await waitFor(() => expect(screen.queryByText("The link could not be copied.")).toBeNull());
  expect(isOpen()).toBe(true);
});

test("a question stays until it is answered", async () => {
  const user = userEvent.setup();
  const answers = { confirm: vi.fn(), cancel: vi.fn() };
  render(
    <AlertDialog
      isOpen
      title="Delete this video?"
      description="It is gone at once."
      confirmLabel="Delete"
      onConfirm={answers.confirm}
      onCancel={answers.cancel}
    />,
  );
  await user.click(document.body);
  expect(answers.cancel).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(answers.confirm).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.keyboard("{Escape}");
  expect(answers.cancel).toHaveBeenCalledTimes(2);
});

function ReasonForm({ onClose, keepsTyped = false }: { onClose: () => void; keepsTyped?: boolean }) {
  return (
    <Dialog isOpen onClose={onClose} title="Hide this" keepsTyped={keepsTyped}>
      <form>
        <input aria-label="Reason" defaultValue="Spam" />
        <input aria-label="Password" type="password" />
      </form>
    </Dialog>
  );
}

const question = () => screen.queryByRole("alertdialog", { name: "Discard changes?" });

test("with a changed field it asks before it closes, and keeps what was typed", async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  render(<ReasonForm onClose={onClose} />);
  const reason = screen.getByLabelText<HTMLInputElement>("Reason");
  await waitFor(() => expect(document.activeElement).toBe(reason));
  await user.type(reason, " again");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(question()).not.toBeNull());
  expect(document.getElementById(question()?.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "What you entered is not saved.",
  );
  // Escape answers the question, not the dialog below.
  await user.keyboard("{Escape}");
  await waitFor(() => expect(question()).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(reason.value).toBe("Spam again");

  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("it closes at once if nothing is lost: unchanged, changed back, a password, or kept elsewhere", async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const { rerender } = render(<ReasonForm onClose={onClose} />);
  const reason = screen.getByLabelText("Reason");
  await waitFor(() => expect(document.activeElement).toBe(reason));
  await user.type(reason, "x{Backspace}");
  await user.type(screen.getByLabelText("Password"), "secret");
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  rerender(<ReasonForm onClose={onClose} keepsTyped />);
  await user.type(reason, " again");
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(question()).toBeNull();
});

function Removal({ isInRow }: { isInRow: boolean }) {
  const [rows, setRows] = useState(["Ana", "Ben"]);
  const [asked, setAsked] = useState<string | null>(null);
  const dialog = (
    <Dialog isOpen onClose={() => setAsked(null)} title="Remove">
      <button
        type="button"
        onClick={() => {
          setRows(rows.filter((name) => name !== asked));
          setAsked(null);
        }}
      >
        Yes
      </button>
    </Dialog>
  );
  return (
    <main tabIndex={-1}>
      {!isInRow && asked && dialog}
      <ul>
        {rows.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setAsked(name)}>
              {name}
            </button>
            {isInRow && asked === name && dialog}
          </li>
        ))}
      </ul>
    </main>
  );
}

test.each([true, false])(
  "what is near takes the focus if the opener goes with the dialog; in its row: %s",
  async (isInRow) => {
    render(<Removal isInRow={isInRow} />);
    const remove = async (name: string) => {
      await userEvent.click(screen.getByRole("button", { name }));
      await userEvent.click(await screen.findByRole("button", { name: "Yes" }));
    };
    await remove("Ana");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ben" })));
    await remove("Ben");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  },
);
