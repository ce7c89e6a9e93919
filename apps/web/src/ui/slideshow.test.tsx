import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { preferReducedMotion, showOnScreen } from "#testing/browser-parts.ts";
import { Dialog } from "./dialog.tsx";
import { Slideshow } from "./slideshow.tsx";

const SLIDES = ["Rowing", "Soccer", "Tennis"];

function Sports({ isModalOpen = false }: { isModalOpen?: boolean }) {
  return (
    <>
      <Slideshow label="Sports" slides={SLIDES} keyOf={(name) => name} autoplayMs={4_000} speedMs={500}>
        {(name, { isMoving }) => <a href={`/${name}`}>{`${name}${isMoving ? ", moving" : ""}`}</a>}
      </Slideshow>
      <Dialog isOpen={isModalOpen} onClose={() => undefined} title="Over it">
        <p>Words</p>
      </Dialog>
    </>
  );
}

/** What the slides are drawn with comes in an idle moment. */
async function show() {
  const view = render(<Sports />);
  await pass(0);
  return view;
}

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

const shown = () =>
  [...document.querySelectorAll("[aria-roledescription=slide]:not([inert])")].map((one) => one.ariaLabel);
const play = (name: string) => fireEvent.click(screen.getByRole("button", { name, hidden: true }));

beforeEach(() => {
  vi.useFakeTimers();
  window.requestIdleCallback = (act) => setTimeout(act, 0);
});

describe("autoplay", () => {
  test("loops through the slides, 4 s each", async () => {
    await show();
    for (const next of ["2 of 3", "3 of 3", "1 of 3"]) {
      const [before] = shown();
      await pass(3_999);
      expect(shown()).toEqual([before]);
      await pass(1);
      expect(shown()).toEqual([next]);
    }
  });

  test.each([
    ["the pointer is on it", "mouseEnter", "mouseLeave"],
    ["the focus is in it", "focus", "blur"],
  ] as const)("it waits while %s", async (_, come, go) => {
    await show();
    const link = screen.getByRole("link", { name: /^Rowing/ });
    const target = come === "focus" ? link : screen.getByRole("region", { name: "Sports" });
    fireEvent[come](target);
    await pass(20_000);
    expect(shown()).toEqual(["1 of 3"]);
    fireEvent[go](target);
    await pass(4_000);
    expect(shown()).toEqual(["2 of 3"]);
  });

  test("waits while out of view and continues in view", async () => {
    await show();
    showOnScreen(false);
    await pass(20_000);
    expect(shown()).toEqual(["1 of 3"]);
    showOnScreen(true);
    await pass(4_000);
    expect(shown()).toEqual(["2 of 3"]);
  });

  test("waits behind an open modal, and so does its clip", async () => {
    const { rerender } = await show();
    expect(screen.queryByText("Rowing, moving")).not.toBeNull();
    rerender(<Sports isModalOpen />);
    await pass(20_000);
    expect(shown()).toEqual(["1 of 3"]);
    expect(screen.queryByText("Rowing, moving")).toBeNull();
    rerender(<Sports />);
    await pass(4_000);
    expect(shown()).toEqual(["2 of 3"]);
  });

  test("stops on Pause and continues on Play", async () => {
    await show();
    play("Pause Sports");
    await pass(20_000);
    expect(shown()).toEqual(["1 of 3"]);
    play("Play Sports");
    await pass(4_000);
    expect(shown()).toEqual(["2 of 3"]);
  });

  test("starts paused for users who prefer reduced motion", async () => {
    preferReducedMotion();
    await show();
    await pass(20_000);
    expect(shown()).toEqual(["1 of 3"]);
    play("Play Sports");
    await pass(4_000);
    expect(shown()).toEqual(["2 of 3"]);
  });
});

describe("manual control", () => {
  test("a dot shows its slide, and the others are inert", async () => {
    await show();
    play("Slide 3 of 3");
    expect(shown()).toEqual(["3 of 3"]);
    expect(screen.getByRole("button", { name: "Slide 3 of 3" }).getAttribute("aria-current")).toBe("true");
  });

  test("arrow keys move the focus from slide to slide in a loop", async () => {
    await show();
    const link = (name: string) => screen.getByRole("link", { name: new RegExp(`^${name}`), hidden: true });
    link("Rowing").focus();
    for (const [key, name] of [
      ["ArrowRight", "Soccer"],
      ["ArrowRight", "Tennis"],
      ["ArrowRight", "Rowing"],
      ["ArrowLeft", "Tennis"],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      expect(document.activeElement).toBe(link(name));
    }
  });

  test.each([
    [-60, "2 of 3"],
    [60, "3 of 3"],
    [-20, "1 of 3"],
  ])("a swipe of %d px shows %s", async (byPx, slide) => {
    await show();
    const region = screen.getByRole("region", { name: "Sports" });
    fireEvent.touchStart(region, { touches: [{ clientX: 100 }] });
    fireEvent.touchEnd(region, { changedTouches: [{ clientX: 100 + byPx }] });
    expect(shown()).toEqual([slide]);
  });
});
