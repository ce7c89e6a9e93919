import { findCueFault } from "@app/contract/captions";
import { contentFields } from "@app/contract/contents";
import { findCutFault } from "@app/contract/cuts";
import { imageForm } from "@app/contract/images";
import { viewThresholdS } from "@app/contract/views";
import { SPORTS } from "@app/demo-media/pictures/sports";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { commentsOf, shownLengthS, viewsOf, visitsOf } from "./world/audience.ts";
import { IMAGE_SETS } from "./world/image-sets.ts";
import { EARNERS, FANS, newcomersOf } from "./world/people.ts";
import { PLAYBOOKS } from "./world/playbooks.ts";
import { CATEGORIES, cuesOf, followsOf, toItem, VIDEOS } from "./world.ts";

const typed = z.object({
  title: contentFields.title,
  description: contentFields.description,
  tags: contentFields.tags,
});

describe("the demo world", () => {
  test("has thirty categories, each with a picture of its own", () => {
    expect(CATEGORIES.map((category) => category.slug).sort()).toEqual(Object.keys(SPORTS).sort());
    expect(new Set(CATEGORIES.map((category) => category.name)).size).toBe(30);
  });

  test("could have been typed by its people: every field passes the contract", () => {
    for (const video of VIDEOS) {
      expect(typed.safeParse(video).error, video.title).toBeUndefined();
      expect(findCueFault(cuesOf(video), video.lengthS * 1_000), video.title).toBeNull();
    }
    expect(VIDEOS.filter((video) => cuesOf(video).length > 0).length).toBeGreaterThan(1);
    for (const person of [...EARNERS, ...FANS, ...newcomersOf()])
      expect(person.username).toMatch(/^[A-Za-z0-9_.]{3,30}$/);
  });

  test("gives every video an earner, every earner a video, and everybody a different username", () => {
    const usernames = [...EARNERS, ...FANS, ...newcomersOf()].map((person) => person.username);
    expect(new Set(usernames).size).toBe(usernames.length);
    for (const video of VIDEOS) expect(EARNERS.some((earner) => earner.username === video.channel)).toBe(true);
    for (const earner of EARNERS) expect(VIDEOS.some((video) => video.channel === earner.username)).toBe(true);
  });

  test("renders in a few minutes: at most 300 seconds of film, the first four short", () => {
    expect(VIDEOS).toHaveLength(24);
    expect(VIDEOS.reduce((sum, video) => sum + video.lengthS, 0)).toBeLessThanOrEqual(300);
    for (const video of VIDEOS.slice(0, 4)) expect(video.lengthS).toBeLessThanOrEqual(10);
    for (const video of VIDEOS) expect([video.widthPx % 2, video.heightPx % 2]).toEqual([0, 0]);
  });

  test("shows three sets of pictures, each with a description for people who cannot see it", () => {
    expect(IMAGE_SETS).toHaveLength(3);
    for (const set of IMAGE_SETS) {
      expect(typed.safeParse(set).error, set.title).toBeUndefined();
      expect(EARNERS.some((earner) => earner.username === set.channel)).toBe(true);
      for (const image of set.images) {
        expect([image.alt.length > 0, image.atS < set.lengthS]).toEqual([true, true]);
        expect(imageForm.shape.caption.safeParse(image.caption).success).toBe(true);
        expect(imageForm.shape.alt.safeParse(image.alt).success).toBe(true);
      }
    }
  });

  test("has a video that is trimmed and one with a clip, both within it", () => {
    const trims = VIDEOS.flatMap(({ trim: [from, to] = [0, 0], lengthS }) => (to > 0 ? [{ from, to, lengthS }] : []));
    const clips = VIDEOS.flatMap(({ clip, lengthS }) => (clip ? [{ ...clip, lengthS }] : []));
    expect([trims.length, clips.length]).toEqual([1, 1]);
    for (const { from, to, lengthS } of trims) {
      expect(findCutFault({ from_s: from, to_s: to }, lengthS)).toBeNull();
      expect(to - from).toBeLessThan(lengthS);
    }
    for (const { title, fromS, toS, lengthS } of clips) {
      expect(findCutFault({ from_s: fromS, to_s: toS }, lengthS)).toBeNull();
      expect(contentFields.title.safeParse(title).error).toBeUndefined();
    }
  });

  test("has two playbooks to read, each of an earner who could have typed its fields", () => {
    expect(PLAYBOOKS.map(({ title }) => title)).toEqual([
      "Half-court sets for five small guards",
      "The exchange zone, step by step",
    ]);
    for (const book of PLAYBOOKS) {
      expect(typed.safeParse(book).error, book.title).toBeUndefined();
      expect(EARNERS.some((earner) => earner.username === book.channel)).toBe(true);
      expect(Object.keys(SPORTS)).toContain(book.category);
    }
  });

  test("names only moments that are in the video", () => {
    for (const video of VIDEOS) {
      for (const [, minutes, seconds] of video.description.matchAll(/\b(\d+):(\d\d)\b/g)) {
        expect(Number(minutes) * 60 + Number(seconds), video.title).toBeLessThan(video.lengthS);
      }
    }
  });

  test("follows the channels of others only, and the same ones every time", () => {
    expect(followsOf()).toEqual(followsOf());
    for (const follow of followsOf()) expect(follow.follower).not.toBe(follow.channel);
    for (const earner of EARNERS) expect(followsOf().some((follow) => follow.channel === earner.username)).toBe(true);
  });

  test("counts a person once per video in 24 hours, never before its publication, and never its owner", () => {
    for (const [index, video] of VIDEOS.entries()) {
      const views = viewsOf(toItem(index));
      expect(views).toEqual(viewsOf(toItem(index)));
      expect(views.length, video.title).toBeGreaterThan(0);
      for (const { username } of [...EARNERS, ...FANS]) {
        const times = views.filter((view) => view.viewer === username).map((view) => view.hoursAgo);
        if (username === video.channel) expect(times).toEqual([]);
        for (const [at, hoursAgo] of times.entries()) {
          expect(hoursAgo).toBeGreaterThanOrEqual(0);
          expect(hoursAgo).toBeLessThan(video.ageDays * 24);
          const before = times[at - 1];
          if (before !== undefined) expect(before - hoursAgo).toBeGreaterThanOrEqual(24);
        }
      }
    }
  });

  test("plays enough of a video for each view, and less in every other visit", () => {
    for (const [index, video] of VIDEOS.entries()) {
      const lengthS = shownLengthS(video);
      const visits = visitsOf(toItem(index), lengthS);
      const watched = visits.map(({ played: [[, left] = [0, 0]] }) => left * lengthS >= viewThresholdS(lengthS));
      expect(watched.filter(Boolean), video.title).toHaveLength(viewsOf(toItem(index)).length);
      for (const [from, to] of visits.flatMap(({ played }) => played)) {
        expect(from).toBeLessThan(to);
        expect([from >= 0, to <= 1]).toEqual([true, true]);
      }
    }
  });

  test("begins no follow on a video before its publication", () => {
    const onVideos = followsOf().filter(({ videoIndex }) => videoIndex !== null);
    expect(onVideos.length).toBeGreaterThan(10);
    for (const { channel, daysAgo, videoIndex } of onVideos) {
      const video = VIDEOS[videoIndex ?? 0];
      expect([video?.channel, daysAgo < (video?.ageDays ?? 0)]).toEqual([channel, true]);
    }
  });
});

describe("the comments", () => {
  test("are the same every time, by others than the owner, each person once", () => {
    for (const [index, { channel }] of VIDEOS.entries()) {
      const comments = commentsOf(index, channel);
      expect(commentsOf(index, channel)).toEqual(comments);
      const authors = comments.map(({ author }) => author);
      expect(authors).not.toContain(channel);
      expect(new Set(authors).size).toBe(authors.length);
    }
    expect(VIDEOS.some(({ channel }, index) => commentsOf(index, channel).some(({ answer }) => answer !== null))).toBe(
      true,
    );
  });
});
