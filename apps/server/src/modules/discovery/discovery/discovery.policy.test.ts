import { describe, expect, test } from "vitest";
import { athleteScore, type ItemHour, trendingScore } from "./discovery.policy.ts";

const hour = (more: Partial<ItemHour>): ItemHour => ({
  ageH: 0,
  views: 0,
  likes: 0,
  commenters: 0,
  follows: 0,
  ...more,
});

describe("the trending score", () => {
  test.each([
    ["10 views now, no followers", [hour({ views: 10 })], 0, 10],
    ["10 views 12 hours ago", [hour({ views: 10, ageH: 12 })], 0, 5],
    ["20 views, 4 likes and 2 commenters now, 90 followers", [hour({ views: 20, likes: 4, commenters: 2 })], 90, 20],
    ["follows weigh five", [hour({ follows: 2 })], 0, 10],
    ["hours add up", [hour({ views: 10 }), hour({ views: 10, ageH: 12 }), hour({ views: 8, ageH: 24 })], 0, 17],
    ["nothing", [], 5, 0],
  ] as const)("%s", (_, hours, followers, score) => {
    expect(trendingScore(hours, followers)).toBeCloseTo(score, 9);
  });
});

describe("the score of the athletes of the week", () => {
  test.each([
    ["the reference value", [127, 7, 15, 3, 2], 23],
    ["nothing", [0, 0, 0, 0, 0], 0],
    ["three uploads weigh as much as thirty", [0, 0, 0, 0, 30], 1.5],
    ["views alone", [127, 0, 0, 0, 0], 7],
    ["new followers weigh twice", [0, 7, 0, 0, 0], 6],
  ] as const)("%s", (_, [views, newFollowers, likes, commenters, uploads], score) => {
    expect(athleteScore({ views, newFollowers, likes, commenters, uploads })).toBeCloseTo(score, 9);
  });
});
