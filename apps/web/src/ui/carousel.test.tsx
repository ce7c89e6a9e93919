import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { preferReducedMotion, showOnScreen } from "#testing/browser-parts.ts";
import { Carousel } from "./carousel.tsx";
import { Dialog } from "./dialog.tsx";

const CARD_PX = 100;
const NAMES = ["Ana", "Ben", "Cleo", "Dev", "Eli", "Fay"];

function Earners({ isModalOpen = false }: { isModalOpen?: boolean }) {
  return (
    <>
      <Carousel label="Earners" items={NAMES} keyOf={(name) => name} slidesPerView={2} autoplayMs={3_000}>
        {(name) => <a href={`/${name}`}>{name}</a>}
      </Carousel>
      <Dialog isOpen={isModalOpen} onClose={() => undefined} title="Over it">
        <p>Words</p>
      </Dialog>
    </>
  );
}

/** jsdom has no layout: pretends six cards of 100 px, two of them visible. */
function layOut(): void {
  const sizes: [string, (element: HTMLElement) => number][] = [
    ["scrollWidth", () => NAMES.length * CARD_PX],
    ["clientWidth", () => 2 * CARD_PX],
    ["offsetLeft", (element) => [...(element.parentElement?.children ?? [])].indexOf(element) * CARD_PX],
  ];
  for (const [name, sizeOf] of sizes)
    vi.spyOn(HTMLElement.prototype, name as "offsetLeft", "get").mockImplementation(function (this: HTMLElement) {
      return sizeOf(this);
    });
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
    const leftPx = typeof options === "object" ? (options.left ?? 0) : 0;
    this.scrollLeft = Math.max(0, Math.min(leftPx, (NAMES.length - 2) * CARD_PX));
    fireEvent.scroll(this);
  };
}

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

const leftPx = () => document.querySelector("ul")?.scrollLeft;
const button = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  vi.useFakeTimers();
  window.requestIdleCallback = (then) => Number(setTimeout(then, 0));
  layOut();
});
afterEach(() => vi.restoreAllMocks());

async function show() {
  const view = render(<Earners />);
  await pass(0);
  return view;
}

describe("autoplay", () => {
  test("advances by one card, and from the end to the beginning", async () => {
    await show();
    const seen = [];
    for (let step = 0; step < 6; step++) {
      await pass(3_000);
      seen.push(leftPx());
    }
    expect(seen).toEqual([100, 200, 300, 400, 0, 100]);
  });

  test.each([
    ["the pointer is on it", "mouseEnter", "mouseLeave"],
    ["a finger rests on it", "touchStart", "touchEnd"],
  ] as const)("waits while %s", async (_, come, go) => {
    await show();
    const target = screen.getByRole(come === "touchStart" ? "list" : "group");
    fireEvent[come](target);
    await pass(20_000);
    expect(leftPx()).toBe(0);
    fireEvent[go](target);
    await pass(3_000);
    expect(leftPx()).toBe(100);
  });

  test("waits while out of view, behind a modal and after Pause", async () => {
    const { rerender } = await show();
    showOnScreen(false);
    await pass(20_000);
    expect(leftPx()).toBe(0);
    showOnScreen(true);
    await pass(3_000);
    expect(leftPx()).toBe(100);

    rerender(<Earners isModalOpen />);
    await pass(20_000);
    expect(leftPx()).toBe(100);
    rerender(<Earners />);
    await pass(3_000);
    expect(leftPx()).toBe(200);

    fireEvent.click(screen.getByRole("button", { name: "Pause Earners", hidden: true }));
    await pass(20_000);
    expect(leftPx()).toBe(200);
  });

  test("starts paused for users who prefer reduced motion", async () => {
    preferReducedMotion();
    await show();
    await pass(20_000);
    expect(leftPx()).toBe(0);
    expect(button("Play Earners")).toBeDefined();
  });
});

describe("manual control", () => {
  test("the buttons scroll by one view and stop at the ends", async () => {
    await show();
    expect(button("Previous: Earners").getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(button("Next: Earners"));
    expect(leftPx()).toBe(200);
    fireEvent.click(button("Next: Earners"));
    fireEvent.click(button("Next: Earners"));
    expect(leftPx()).toBe(400);
    expect(button("Next: Earners").getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(button("Previous: Earners"));
    expect(leftPx()).toBe(200);
  });

  test("arrow keys move the focus from card to card and stop at the ends", async () => {
    await show();
    const link = (name: string) => screen.getByRole("link", { name });
    link("Ana").focus();
    for (const [key, name] of [
      ["ArrowRight", "Ben"],
      ["ArrowRight", "Cleo"],
      ["ArrowLeft", "Ben"],
      ["ArrowLeft", "Ana"],
      ["ArrowLeft", "Ana"],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      expect(document.activeElement).toBe(link(name));
    }
    // Alt and the left arrow is Back, and an open menu of a card has arrows of its own.
    expect(fireEvent.keyDown(link("Ana"), { key: "ArrowRight", altKey: true })).toBe(true);
    link("Ana").addEventListener("keydown", (event) => event.preventDefault());
    fireEvent.keyDown(link("Ana"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(link("Ana"));
  });
});

test("each card announces its position", async () => {
  await show();
  expect(screen.getAllByRole("listitem").map((card) => card.textContent)).toEqual(
    NAMES.map((name, at) => `${at + 1} of 6${name}`),
  );
});
