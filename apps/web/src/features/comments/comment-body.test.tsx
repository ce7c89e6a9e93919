import type { ChannelId } from "@app/contract/ids";
import { channelHref } from "@app/contract/paths";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { renderOnPage } from "#testing/page-parts.tsx";
import { CommentBody } from "./comment-body.tsx";

function show(text: string, { lengthS = 100, isVideo = true }: { lengthS?: number; isVideo?: boolean } = {}) {
  const onSeek = vi.fn();
  render(<CommentBody text={text} mentions={[]} lengthS={lengthS} onSeek={isVideo ? onSeek : undefined} />);
  return { onSeek };
}

describe("a comment's text", () => {
  test("links only http and https URLs, as nofollow, ugc and noopener", () => {
    show("See https://example.org/a. Not javascript:alert(1), www.example.org or <b>this</b>.");
    const [link, ...others] = screen.getAllByRole("link");
    expect(others).toEqual([]);
    expect(link?.getAttribute("href")).toBe("https://example.org/a");
    expect(link?.getAttribute("rel")?.split(" ").sort()).toEqual(["nofollow", "noopener", "ugc"]);
    expect(document.querySelector("b")).toBeNull();
    expect(document.body.textContent).toContain("<b>this</b>");
  });

  test("links a mention to the person, and an @ in a web address to the address", async () => {
    const mentions = [{ username: "maya", channel_id: "7" as ChannelId }];
    renderOnPage(<CommentBody text="https://example.org/@maya is @maya" mentions={mentions} lengthS={null} />);
    const links = (await screen.findAllByRole("link")).map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["https://example.org/@maya", "https://example.org/@maya"],
      ["@maya", channelHref("7")],
    ]);
  });

  test("seeks to times within the video", async () => {
    const { onSeek } = show("At 0:42, not at 9:59");
    await userEvent.click(screen.getByRole("button"));
    expect(onSeek).toHaveBeenCalledExactlyOnceWith(42);
  });

  test("is written in the direction of its words, whatever links, times and mentions are among them", async () => {
    const mentions = [{ username: "maya", channel_id: "7" as ChannelId }];
    const text = "@maya 0:42 https://example.org/ כל הכבוד!";
    renderOnPage(<CommentBody text={text} mentions={mentions} lengthS={100} onSeek={vi.fn()} />);
    const words = await screen.findByText(/כל הכבוד!/);
    expect(words.dir).toBe("auto");
    const parts = [...screen.getAllByRole("link"), screen.getByRole("button")];
    expect(parts.map(({ dir }) => dir)).toEqual(["ltr", "ltr", "ltr"]);
  });

  test("of a picture has no times", () => {
    show("At 0:42", { isVideo: false });
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("shows an unknown name as text, and is collapsed when it is long", async () => {
    show(`@nobody ${"word ".repeat(100)}`);
    expect(screen.queryByRole("link")).toBeNull();
    const more = screen.getByRole("button", { name: "Show more" });
    expect(more.getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(more);
    expect(screen.getByRole("button", { name: "Show less" }).getAttribute("aria-expanded")).toBe("true");
  });
});
