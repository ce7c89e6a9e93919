import type { SearchType } from "@app/contract/search";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import { categoryList } from "#features/categories/categories.queries.ts";
import { CHANNEL_SORT_CHOICES, FilterBar, SORT_CHOICES, TYPE_CHOICES } from "#features/filters/filter-bar.tsx";
import {
  countFilters,
  type Filters,
  NO_FILTERS,
  readFilters,
  toFilterParams,
} from "#features/filters/filter-params.ts";
import { findNamedCategory, normalizeTerm } from "#features/search/search.queries.ts";
import { SearchResults, TERM_CUT } from "#features/search/search-results.tsx";
import { cutText } from "#lib/format.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { Tabs } from "#ui/tabs.tsx";

/** The term, the tab and the filters are in the URL, so that a search can be shared. */
export function SearchResultsPage() {
  const address = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  const categories = useQuery(categoryList());
  const term = typeof address["search"] === "string" ? normalizeTerm(address["search"]) : "";
  const filters = readFilters(address);
  const chosen = countFilters(filters);
  useTitle(term === "" ? "Search" : `${cutText(term, TERM_CUT)} – Search`);

  // A chosen tab is always in the URL, even the default one.
  const toSearch = (next: Filters) => ({ search: term, ...toFilterParams(next), type: next.type });
  const applyFilters = (next: Filters) => void navigate({ to: ".", search: toSearch(next), replace: true });
  // Pushes to the history, so that Back returns to the last tab.
  const openTab = (type: SearchType) => void navigate({ to: ".", search: toSearch({ ...filters, type }) });
  const named = findNamedCategory(categories.data ?? [], term);
  const { category, ...rest } = filters;
  const query = { search: term, ...rest, ...(category === null ? {} : { category }) };

  return (
    <div className="column flex flex-col gap-5 py-6 sm:py-8">
      <header className="flex flex-col items-start gap-4">
        <h1 className="max-w-full text-2xl font-semibold break-words sm:text-3xl">
          {term === "" ? "Search" : `Results for “${cutText(term, TERM_CUT)}”`}
        </h1>
        <LinkButton
          variant="secondary"
          className="md:hidden"
          href={`/filter?${new URLSearchParams({ search: term, ...toFilterParams(filters) })}`}
        >
          <SlidersHorizontal aria-hidden size={18} />
          Filter
          {chosen > 0 && ` (${chosen})`}
        </LinkButton>
      </header>
      <div className="max-md:hidden">
        <FilterBar
          filters={filters}
          sorts={filters.type === "channel" ? CHANNEL_SORT_CHOICES : SORT_CHOICES}
          categories={categories.data ?? []}
          onChange={applyFilters}
        />
      </div>
      <Tabs
        label="Types of results"
        value={filters.type}
        onChange={openTab}
        tabs={TYPE_CHOICES.map(({ value, label }) => ({
          value,
          label,
          content: (
            <SearchResults
              key={JSON.stringify(query)}
              query={{ ...query, type: value }}
              category={named}
              onType={openTab}
              moveTo={
                address["type"] === undefined
                  ? (type) => <Navigate to="." search={toSearch({ ...filters, type })} replace />
                  : null
              }
              onClearFilters={chosen > 0 ? () => applyFilters({ ...NO_FILTERS, type: value }) : null}
            />
          ),
        }))}
      />
    </div>
  );
}
