import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Menu, MenuChoice, MenuItem, MenuRetry } from "./menu.tsx";

const onSelect = vi.fn<(name: string) => void>();
beforeEach(() => onSelect.mockClear());

function SportsMenu() {
  return (
    <>
      <Menu label="Sports" trigger={(props) => <button {...props}>Category</button>}>
        {["Rowing", "Soccer", "Tennis", "Track"].map((name) => (
          <MenuItem key={name} onSelect={() => onSelect(name)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
      <button type="button">Beside it</button>
    </>
  );
}

const button = (name = "Category") => screen.getByRole("button", { name });
const item = (name: string) => screen.getByRole("menuitem", { name });

describe("by keyboard", () => {
  test.each([
    ["{Enter}", "Rowing"],
    ["{ArrowDown}", "Rowing"],
    ["{ArrowUp}", "Track"],
    ["{ArrowDown}{ArrowUp}", "Track"],
    ["{ArrowUp}{ArrowDown}", "Rowing"],
    ["{ArrowDown}{ArrowDown}", "Soccer"],
    ["{ArrowDown}{End}", "Track"],
    ["{ArrowUp}{Home}", "Rowing"],
    ["{ArrowDown}s", "Soccer"],
    ["{ArrowDown}tt", "Track"],
    ["{ArrowDown}ttt", "Tennis"],
  ])("%s focuses %s", async (keys, name) => {
    const user = userEvent.setup();
    render(<SportsMenu />);
    await user.tab();
    await user.keyboard(keys);
    expect(document.activeElement).toBe(item(name));
  });

  test("Enter selects, closes the menu and returns the focus", async () => {
    const user = userEvent.setup();
    render(<SportsMenu />);
    await user.tab();
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(onSelect.mock.calls).toEqual([["Soccer"]]);
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button());
  });

  test("Escape closes the menu without selecting and returns the focus, and the page does not scroll", async () => {
    const user = userEvent.setup();
    render(<SportsMenu />);
    await user.tab();
    const focus = vi.spyOn(button(), "focus");
    await user.keyboard("{ArrowDown}{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button());
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
    expect(onSelect).not.toHaveBeenCalled();
  });
});

test("the button announces whether its menu is open, and a second click closes it", async () => {
  const user = userEvent.setup();
  render(<SportsMenu />);
  expect(button().getAttribute("aria-expanded")).toBe("false");
  await user.click(button());
  expect(screen.getByRole("menu", { name: "Sports" })).toBeDefined();
  expect(button().getAttribute("aria-expanded")).toBe("true");
  await user.click(button());
  expect(screen.queryByRole("menu")).toBeNull();
});

test("a click outside closes the menu and moves the focus there", async () => {
  const user = userEvent.setup();
  render(<SportsMenu />);
  await user.click(button());
  await user.click(button("Beside it"));
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button("Beside it"));
});

function ThemeMenu() {
  const [value, setValue] = useState<"dark" | "light">("dark");
  const options = [
    { value: "dark", label: "Dark" },
    { value: "light", label: "Light" },
  ] as const;
  return (
    <Menu label="Profile" trigger={(props) => <button {...props}>Category</button>}>
      <MenuChoice label="Theme" value={value} options={options} onChange={setValue} />
    </Menu>
  );
}

test("choosing a radio item keeps the menu open", async () => {
  const user = userEvent.setup();
  render(<ThemeMenu />);
  await user.click(button());
  const choice = (name: string) => screen.getByRole("menuitemradio", { name });
  expect(choice("Dark").getAttribute("aria-checked")).toBe("true");
  await user.click(choice("Light"));
  expect([choice("Dark"), choice("Light")].map((one) => one.getAttribute("aria-checked"))).toEqual(["false", "true"]);
});

function LoadedMenu() {
  const [state, setState] = useState<"loading" | "failed" | "loaded">("loading");
  return (
    <>
      <Menu label="Sports" trigger={(props) => <button {...props}>Category</button>}>
        {state === "loading" && <p>Loading</p>}
        {state === "failed" && <MenuRetry onRetry={() => setState("loaded")}>Retry</MenuRetry>}
        {state === "loaded" && <MenuItem onSelect={() => undefined}>Rowing</MenuItem>}
      </Menu>
      <button type="button" onClick={() => setState("failed")}>
        Fail
      </button>
    </>
  );
}

test("a menu can be entered before its items have loaded, and retries without closing", async () => {
  const user = userEvent.setup();
  render(<LoadedMenu />);
  await user.tab();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("menu"));
  // Clicked by a script, as when a reply arrives, so the menu stays open.
  button("Fail").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await screen.findByRole("menuitem", { name: "Retry" });
  await user.keyboard("{ArrowDown}{Enter}");
  await screen.findByRole("menuitem", { name: "Rowing" });
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(item("Rowing"));
});

test.each([
  ["start", { left: 300, right: 340 }, { left: "143px", right: "" }],
  ["start", { left: 16, right: 56 }, { left: "16px", right: "" }],
  ["end", { left: 20, right: 60 }, { left: "", right: "143px" }],
  ["end", { left: 300, right: 340 }, { left: "", right: "35px" }],
] as const)(
  "a floating menu at the %s of its button is not cut off at a side of the window (%j)",
  async (align, at, style) => {
    vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(375);
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(224);
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({
      top: 100,
      bottom: 140,
      ...at,
    } as DOMRect);
    render(
      <Menu floats align={align} label="Following" trigger={(props) => <button {...props}>Following</button>}>
        <MenuItem onSelect={() => undefined}>Unfollow</MenuItem>
      </Menu>,
    );
    await userEvent.click(button("Following"));
    const { left, right } = screen.getByRole("menu", { hidden: true }).parentElement?.style ?? {};
    expect({ left, right }).toEqual(style);
    vi.restoreAllMocks();
  },
);
