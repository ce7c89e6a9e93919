import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { SearchFilter } from "./filters.tsx";

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
