import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { FilterBar, SearchFilter } from "./filters.tsx";

const asked: string[] = [];
/** Sets the list's search from elsewhere, as Back or "Clear filters" do. */
let setSearch: (search: string) => void;

/** A list whose search is in the URL, which changes a moment after the request. */
function List() {
  const [search, set] = useState("");
  setSearch = set;
  const onChange = (value: string) => {
    asked.push(value);
    setTimeout(() => set(value), 50);
  };
  return <SearchFilter placeholder="Search" value={search} onChange={onChange} />;
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  render(<List />);
  field().focus();
});

const field = () => screen.getByPlaceholderText<HTMLInputElement>("Search");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test("searches once the typing pauses, and keeps the focus and what is typed meanwhile", () => {
  const before = field();
  type("c");
  pass(300);
  type("cu");
  pass(100);
  type("cup");
  pass(400);
  expect(asked).toEqual(["c", "cup"]);
  expect(field()).toBe(before);
  expect(document.activeElement).toBe(before);
  expect(before.value).toBe("cup");
  type("");
  pass(400);
  expect(asked).toEqual(["c", "cup", ""]);
  expect(document.activeElement).toBe(before);
});

test("shows a search that came from elsewhere, and does not request the old one again", () => {
  type("cup");
  pass(400);
  act(() => setSearch(""));
  pass(1_000);
  expect(field().value).toBe("");
  act(() => setSearch("final"));
  pass(1_000);
  expect(field().value).toBe("final");
  expect(asked).toEqual(["cup"]);
});

test("the filters of a narrow screen open and close, and their button says how many are set", () => {
  const onClear = vi.fn();
  const bar = (chosenCount: number) => (
    <FilterBar
      label="People"
      grid=""
      search={null}
      chosenCount={chosenCount}
      onClear={chosenCount > 0 ? onClear : null}
    >
      <p>Stage</p>
    </FilterBar>
  );
  const { rerender } = render(bar(0));
  const button = screen.getByRole("button", { name: "Filter" });
  const isOpen = () => button.getAttribute("aria-expanded");
  expect([isOpen(), screen.queryByRole("button", { name: "Clear filters" })]).toEqual(["false", null]);
  fireEvent.click(button);
  expect(isOpen()).toBe("true");
  expect(document.getElementById(button.getAttribute("aria-controls") ?? "")?.textContent).toBe("Stage");
  rerender(bar(2));
  expect([button.textContent, isOpen()]).toEqual(["Filter (2)", "true"]);
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(onClear).toHaveBeenCalledOnce();
  fireEvent.click(button);
  expect(isOpen()).toBe("false");
});

test("after all filters are cleared, the focus is on the first control of the bar", async () => {
  function People() {
    const [search, set] = useState("final");
    return (
      <FilterBar label="People" grid="" search={null} chosenCount={0} onClear={search === "" ? null : () => set("")}>
        <SearchFilter placeholder="Name" value={search} onChange={set} />
      </FilterBar>
    );
  }
  render(<People />);
  const clear = screen.getByRole("button", { name: "Clear filters" });
  clear.focus();
  fireEvent.click(clear);
  await act(async () => undefined);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Filter" }));
});
