import type { CategorySort } from "@app/contract/categories";
import type { DateFilter, LengthFilter, Sort } from "@app/contract/filters";
import type { SearchType } from "@app/contract/search";
import type { Choices } from "#ui/choice.tsx";

export const TYPE_CHOICES: Choices<SearchType> = [
  { value: "video", label: "Videos" },
  { value: "image", label: "Images" },
  { value: "document", label: "Documents" },
  { value: "channel", label: "Channels" },
];

export const SORT_CHOICES: Choices<Sort> = [
  { value: "relevance", label: "Best match" },
  { value: "newest", label: "Newest" },
  { value: "views", label: "Most viewed" },
];

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
