/** One hour of an item's stats: distinct people, without the owner. */
export type ItemHour = { ageH: number; views: number; likes: number; commenters: number; follows: number };

const HALF_LIFE_H = 12;

/**
 * An item's trending score. The job computes the same in SQL; a test keeps both in step.
 * @param hours of the last seven days; `ageH` is in whole hours
 * @param followers of its channel
 */
export function trendingScore(hours: readonly ItemHour[], followers: number): number {
  const heat = hours.reduce(
    (sum, hour) =>
      sum + (hour.views + 3 * hour.likes + 4 * hour.commenters + 5 * hour.follows) * 2 ** (-hour.ageH / HALF_LIFE_H),
    0,
  );
  return heat / Math.log10(10 + followers);
}

/** Seven days of an athlete's channel. */
export type AthleteWeek = {
  views: number;
  newFollowers: number;
  likes: number;
  commenters: number;
  uploads: number;
};

const UPLOADS_WEIGHED = 3;

/** An athlete's score for the week. The job computes the same in SQL; a test keeps both in step. */
export function athleteScore(week: AthleteWeek): number {
  return (
    Math.log2(1 + week.views) +
    2 * Math.log2(1 + week.newFollowers) +
    1.5 * Math.log2(1 + week.likes) +
    1.5 * Math.log2(1 + week.commenters) +
    0.5 * Math.min(week.uploads, UPLOADS_WEIGHED)
  );
}
