import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { announce, toast } from "#lib/toast.ts";
import { Toaster } from "./toaster.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

const show = (message: string) => act(() => toast.success(message));
function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

const isShown = (message: string) => screen.queryByText(message) !== null;

test("a message disappears after 5 s", () => {
  show("Saved.");
  pass(4_999);
  expect(isShown("Saved.")).toBe(true);
  pass(1);
  expect(isShown("Saved.")).toBe(false);
});

test.each([
  ["the pointer is on it", "mouseEnter", "mouseLeave"],
  ["the focus is in it", "focus", "blur"],
] as const)("it waits while %s, and has 5 s again afterwards", (_, come, go) => {
  show("Saved.");
  pass(4_000);
  const close = screen.getByRole("button", { name: "Close message" });
  const target = come === "focus" ? close : (screen.getByText("Saved.").parentElement ?? close);
  fireEvent[come](target);
  pass(60_000);
  expect(isShown("Saved.")).toBe(true);
  fireEvent[go](target);
  pass(4_999);
  expect(isShown("Saved.")).toBe(true);
  pass(1);
  expect(isShown("Saved.")).toBe(false);
});

test("an error that offers to try again stays for two minutes", () => {
  act(() => toast.error("It was not undone.", { label: "Retry", run: () => undefined }));
  pass(119_999);
  expect(isShown("It was not undone.")).toBe(true);
  pass(1);
  expect(isShown("It was not undone.")).toBe(false);
});

test("its button closes it", () => {
  show("Saved.");
  fireEvent.click(screen.getByRole("button", { name: "Close message" }));
  expect(isShown("Saved.")).toBe(false);
});

test("its buttons give the focus back, or to the page if what had it is gone", () => {
  const main = document.createElement("main");
  main.tabIndex = -1;
  const row = document.createElement("button");
  main.append(row);
  document.body.append(main);
  const press = (name: string) => {
    const button = screen.getByRole("button", { name });
    button.focus();
    fireEvent.click(button);
  };
  act(() => toast.success("Deleted.", { label: "Undo", run: () => undefined }));
  row.focus();
  press("Undo");
  expect(document.activeElement).toBe(row);
  show("Saved.");
  const close = screen.getByRole("button", { name: "Close message" });
  close.focus();
  row.remove();
  fireEvent.click(close);
  expect(document.activeElement).toBe(main);
  main.remove();
});

test("errors are announced assertively, everything else politely", () => {
  act(() => toast.error("It failed."));
  show("Saved.");
  expect(within(screen.getByRole("alert")).queryByText("It failed.")).not.toBeNull();
  expect(within(screen.getByRole("status")).queryByText("Saved.")).not.toBeNull();
});

test("what screen readers alone hear is not shown, and is said again if it happens again", () => {
  act(() => announce("Your comment is posted."));
  const first = screen.getByText("Your comment is posted.");
  const region = first.closest("[aria-live=polite].sr-only");
  act(() => announce("Your comment is posted."));
  expect(first.isConnected).toBe(false);
  expect(region?.textContent).toBe("Your comment is posted.");
});

test("shows a repeated message once, and at most the last four", () => {
  for (const message of ["One", "Two", "Three", "Four", "Two", "Five"]) show(message);
  expect(screen.getAllByText(/One|Two|Three|Four|Five/).map((one) => one.textContent)).toEqual([
    ...["Three", "Four", "Two", "Five"],
  ]);
});

test("one that can be undone stays for 10 s, and its action runs once", () => {
  const undo = vi.fn();
  act(() => toast.success("Deleted.", { label: "Undo", run: undo }));
  pass(9_999);
  expect(isShown("Deleted.")).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledOnce();
  expect(isShown("Deleted.")).toBe(false);
});

test("after 10 s it is too late to undo", () => {
  act(() => toast.success("Deleted.", { label: "Undo", run: () => undefined }));
  pass(10_000);
  expect(isShown("Deleted.")).toBe(false);
});

test("each deletion keeps its own undo, whatever messages follow", () => {
  const undone: string[] = [];
  for (const what of ["A", "B"])
    act(() => toast.success("1 item was deleted.", { label: "Undo", run: () => undone.push(what) }));
  for (const message of ["One", "Two", "Three", "Four"]) show(message);
  for (const button of screen.getAllByRole("button", { name: "Undo" })) fireEvent.click(button);
  expect(undone).toEqual(["A", "B"]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("messages are in what is shown in full screen, and back in the page after it", () => {
  const player = document.body.appendChild(document.createElement("section"));
  const setFullscreen = (element: Element | null) =>
    act(() => {
      Object.defineProperty(document, "fullscreenElement", { value: element, configurable: true });
      document.dispatchEvent(new Event("fullscreenchange"));
    });
  setFullscreen(player);
  show("Saved.");
  expect(player.contains(screen.getByText("Saved."))).toBe(true);
  setFullscreen(null);
  expect(player.contains(screen.getByText("Saved."))).toBe(false);
});
