import { randomOf } from "@app/demo-media/drawing/random";
import { EARNERS, FANS } from "./people.ts";

/** `likes` are by the people whose places in `FANS` these are. */
export type DemoComment = { author: string; text: string; hoursAfter: number; likes: number[]; answer: string | null };

const REMARKS = [
  "What a finish! I had to watch that three times.",
  "The move at 0:04 is textbook. Saving this for practice tomorrow.",
  "Been following since the first season. So proud of how far this has come.",
  "My daughter plays too and now wants to try exactly this.",
  "That footwork at 0:02. How long did it take to learn?",
  "Was there in person. The video does not do the noise justice!",
  "Best thing I have seen all week.",
  "Calm under pressure. Great to see.",
  "Coach here: showing this to my whole team on Monday.",
  "Please put up the full session as well.",
  "That is some serious conditioning. What does a week of training look like?",
  "Slow it down at 0:05 and look at the hips. Perfect.",
  "Good luck at the state finals!",
  "The teamwork is what makes this special.",
  "Greetings from the other side of the country. Keep going!",
  "I tried this and fell over. Respect.",
] as const;

const ANSWERS = [
  "Thank you! That means a lot.",
  "About two years of early mornings.",
  "The whole session comes next week.",
  "Five days a week, and one of them is only stretching.",
  "Tell the team hello from us!",
] as const;

const COMMENTS_MOST = 6;
const HOURS_MOST = 30;

/** A video's comments, the same ones every time. At most one per fan. */
export function commentsOf(videoIndex: number, channel: string): DemoComment[] {
  const random = randomOf(70_000 + videoIndex);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T;
  const authors = [...FANS, ...EARNERS].map(({ username }) => username).filter((username) => username !== channel);
  const count = Math.floor(random.next() * (COMMENTS_MOST + 1));
  const comments = new Map<string, DemoComment>();
  for (let at = 0; at < count; at++) {
    const author = pick(authors);
    const text = pick(REMARKS);
    const likes = FANS.flatMap((_, index) => (random.next() < 0.25 ? [index] : []));
    const answer = random.next() < 0.4 ? pick(ANSWERS) : null;
    comments.set(author, { author, text, hoursAfter: 1 + random.next() * HOURS_MOST, likes, answer });
  }
  return [...comments.values()];
}
