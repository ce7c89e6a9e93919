import type { Sport } from "@app/demo-media/pictures/sports";

export type DemoCategory = { name: string; slug: Sport };

/** In menu order. Each has a picture under its slug. */
export const CATEGORIES: readonly DemoCategory[] = [
  { name: "Basketball", slug: "basketball" },
  { name: "Football", slug: "football" },
  { name: "Soccer", slug: "soccer" },
  { name: "Volleyball", slug: "volleyball" },
  { name: "Track & Field", slug: "track-and-field" },
  { name: "Swimming", slug: "swimming" },
  { name: "Baseball", slug: "baseball" },
  { name: "Softball", slug: "softball" },
  { name: "Tennis", slug: "tennis" },
  { name: "Gymnastics", slug: "gymnastics" },
  { name: "Wrestling", slug: "wrestling" },
  { name: "Cross Country", slug: "cross-country" },
  { name: "Lacrosse", slug: "lacrosse" },
  { name: "Ice Hockey", slug: "ice-hockey" },
  { name: "Field Hockey", slug: "field-hockey" },
  { name: "Rowing", slug: "rowing" },
  { name: "Golf", slug: "golf" },
  { name: "Climbing", slug: "climbing" },
  { name: "Cycling", slug: "cycling" },
  { name: "Skiing", slug: "skiing" },
  { name: "Water Polo", slug: "water-polo" },
  { name: "Diving", slug: "diving" },
  { name: "Sailing", slug: "sailing" },
  { name: "Rugby", slug: "rugby" },
  { name: "Badminton", slug: "badminton" },
  { name: "Table Tennis", slug: "table-tennis" },
  { name: "Fencing", slug: "fencing" },
  { name: "Boxing", slug: "boxing" },
  { name: "Archery", slug: "archery" },
  { name: "Weightlifting", slug: "weightlifting" },
];
