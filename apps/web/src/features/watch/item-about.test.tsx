import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { renderOnPage } from "#testing/page-parts.tsx";
import { ItemAbout } from "./item-about.tsx";

const EDITABLE = { edit: true, remove: true, retry: false, replace: false, clip: false };

test.each([
  ["staff", EDITABLE, ["Edit"]],
  ["those who run the channel", { ...EDITABLE, replace: true, clip: true }, ["Edit", "Clip"]],
])("%s are offered what they may do", async (_, can, offered) => {
  renderOnPage(<ItemAbout item={anItem({ can })} channelCard={null} reactions={null} />);
  expect(await screen.findByText("Cup final")).toBeTruthy();
  const names = screen.getAllByRole("link").map(({ textContent }) => textContent);
  expect(names.filter((name) => name === "Edit" || name === "Clip")).toEqual(offered);
});
