import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { renderOnPage } from "#testing/page-parts.tsx";
import { MediaCard } from "./media-card.tsx";

test("a title and a name that are written from right to left leave what is beside them in its place", async () => {
  const { id } = anItem();
  renderOnPage(
    <MediaCard
      href={`/video/${id}`}
      title="גמר הגביע!"
      picture={null}
      length={null}
      channelName="מכבי"
      avatar={null}
      views={5}
    />,
  );
  expect((await screen.findByRole("link", { name: /^גמר הגביע!/ })).dir).toBe("auto");
  expect(screen.getByText("מכבי").tagName).toBe("BDI");
  expect(screen.getByText("5 views").closest("bdi, [dir]")).toBeNull();
});
