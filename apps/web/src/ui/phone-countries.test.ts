import { expect, test } from "vitest";
import { countryOf, loadCountries, UNITED_STATES } from "./phone-countries.ts";

test("there are about 240 countries, each with a name and a dial code", async () => {
  const countries = await loadCountries();
  expect(countries.length).toBeGreaterThan(235);
  expect(countries.every(({ name, dialCode }) => name.length > 2 && /^\d{1,3}$/.test(dialCode))).toBe(true);
  expect(countries).toContainEqual(UNITED_STATES);
});

test.each([
  ["+4930123456", "Germany"],
  ["+1", "United States"],
  ["+7", "Russia"],
  ["+44", "United Kingdom"],
  ["+998", "Uzbekistan"],
  ["+", "United States"],
])("%s is %s", async (text, name) => {
  expect(countryOf(text, await loadCountries(), UNITED_STATES).name).toBe(name);
});

test("a country that shares its code stays chosen", async () => {
  const countries = await loadCountries();
  const canada = countries.find(({ code }) => code === "CA") ?? UNITED_STATES;
  expect(countryOf("+1604", countries, canada)).toBe(canada);
});
