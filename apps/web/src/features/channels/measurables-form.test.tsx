import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { MeasurablesForm, toFormValues, toMeasurables, validateMeasurables } from "./measurables-form.tsx";

const ENTERED = {
  height_in: 74,
  weight_lb: 195,
  position: "Point guard",
  marks: [{ label: "40 yd", value: "4.62 s" }],
};
const NOTHING = { height_in: null, weight_lb: null, position: null, marks: [] };

test("measurables survive a round trip through the form", () => {
  expect(toFormValues(ENTERED)).toMatchObject({ feet: "6", inches: "2", weight: "195" });
  expect(toMeasurables(toFormValues(ENTERED))).toEqual(ENTERED);
  expect(toMeasurables(toFormValues(null))).toEqual(NOTHING);
});

test("an empty row is dropped; a row without a name is a fault", () => {
  const marks = [
    { label: " ", value: "" },
    { label: "", value: "4.62 s" },
  ];
  expect(toMeasurables({ ...toFormValues(null), marks }).marks).toEqual([{ label: "", value: "4.62 s" }]);
});

test.each([
  [{ feet: "6", inches: "" }, 72],
  [{ feet: "", inches: "" }, null],
])("%o is a height of %s inches", (height, inches) => {
  expect(toMeasurables({ ...toFormValues(null), ...height }).height_in).toBe(inches);
});

test.each([
  [{ feet: "six", inches: "2" }, { feet: "Feet must be a whole number" }],
  [{ feet: "6", inches: "12" }, { inches: "Inches must be a whole number from 0 to 11" }],
  [{ feet: "5", inches: "1/2" }, { inches: "Inches must be a whole number from 0 to 11" }],
  [{ feet: "", inches: "7" }, { feet: "Feet is a required field" }],
  [
    { feet: "", inches: "13" },
    { feet: "Feet is a required field", inches: "Inches must be a whole number from 0 to 11" },
  ],
  [{ feet: "9", inches: "" }, { feet: "Height must be between 3 ft and 8 ft" }],
  [{ feet: "8", inches: "1" }, { feet: "Height must be between 3 ft and 8 ft" }],
  [{ weight: "148.5" }, { weight: "Weight must be in whole pounds" }],
  [{ weight: "49" }, { weight: "Weight must be between 50 lb and 500 lb" }],
  [{ marks: [{ label: "", value: "4.62 s" }] }, { "marks.0.label": "Result is a required field" }],
  [{ feet: "8", inches: "0", weight: "148" }, {}],
])("%o gets the messages %o", (typed, told) => {
  const faults = validateMeasurables({ ...toFormValues(null), ...typed });
  expect(Object.fromEntries(faults.map(({ name, message }) => [name, message]))).toEqual(told);
});

test("whoever removes a result with the keyboard is at the next one, and after the last at the button that adds one", async () => {
  const marks = [...ENTERED.marks, { label: "Bench press", value: "225 lb" }];
  renderWithQueries(<MeasurablesForm channelId="1" entered={{ ...ENTERED, marks }} onDone={() => undefined} />);
  screen.getByRole("button", { name: "Remove result 1" }).focus();
  await userEvent.keyboard("{Enter}");
  const remaining = screen.getByLabelText<HTMLInputElement>("Result 1");
  expect([remaining.value, document.activeElement]).toEqual(["Bench press", remaining]);
  screen.getByRole("button", { name: "Remove result 1" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add a result" }));
});

describe("what is typed", () => {
  function open(entered = ENTERED) {
    const sent = answerWith(() => entered);
    const onDone = vi.fn();
    const { unmount } = renderWithQueries(<MeasurablesForm channelId="1" entered={entered} onDone={onDone} />);
    const save = async () => {
      await userEvent.click(screen.getByRole("button", { name: "Save" }));
      await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
      unmount();
      return sent.map(({ body }) => body);
    };
    return { unmount, save };
  }
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

  test("is all that is sent, also after a reload, so that what another device entered stays", async () => {
    const first = open();
    await userEvent.type(field("Position"), "s");
    await userEvent.clear(field("Height, inches"));
    first.unmount();
    const marks = [...ENTERED.marks, { label: "Bench press", value: "225 lb" }];
    const { save } = open({ ...ENTERED, height_in: 61, weight_lb: 200, marks });
    expect(["Result 2", "Weight", "Height, feet"].map((label) => field(label).value)).toEqual([
      "Bench press",
      "200",
      "6",
    ]);
    expect(await save()).toEqual([{ position: "Point guards", height_in: 72 }]);
  });

  test("is neither sent nor kept once it is as it was", async () => {
    const { save } = open();
    await userEvent.type(field("Position"), "s{Backspace}");
    expect(await save()).toEqual([]);
    const changed = open();
    await userEvent.click(screen.getByRole("button", { name: "Remove result 1" }));
    expect(await changed.save()).toEqual([{ marks: [] }]);
  });
});
