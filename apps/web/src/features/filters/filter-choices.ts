import type { CategorySort } from "@app/contract/categories";
import type { DateFilter, LengthFilter, Sort } from "@app/contract/filters";
import { SEARCH_TYPES, type SearchType } from "@app/contract/search";
import { TYPE_TITLES } from "#lib/type-titles.ts";
import type { Choices } from "#ui/select.tsx";

export const TYPE_CHOICES: Choices<SearchType> = SEARCH_TYPES.map((value) => ({ value, label: TYPE_TITLES[value] }));

export const SORT_CHOICES: Choices<Sort> = [
  { value: "relevance", label: "Best match" },
  { value: "newest", label: "Newest" },
  { value: "views", label: "Most viewed" },
];

/** What a channel has in place of views. */
export const CHANNEL_SORT_CHOICES: Choices<Sort> = SORT_CHOICES.map((choice) =>
  choice.value === "views" ? { ...choice, label: "Most followed" } : choice,
);

export const CATEGORY_SORT_CHOICES: Choices<CategorySort> = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "views", label: "Most viewed" },
];

export const DATE_CHOICES: Choices<DateFilter> = [
  { value: "any", label: "Any time" },
  { value: "today", label: "Last 24 hours" },
  { value: "week", label: "Last 7 days" },
  { value: "month", label: "Last 30 days" },
  { value: "year", label: "Last 12 months" },
];

export const LENGTH_CHOICES: Choices<LengthFilter> = [
  { value: "any", label: "Any length" },
  { value: "short", label: "Under 4 minutes" },
  { value: "medium", label: "4 to 20 minutes" },
  { value: "long", label: "Over 20 minutes" },
];
