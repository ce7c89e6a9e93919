import type { SearchType } from "@app/contract/search";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import { categoryList } from "#features/categories/categories.queries.ts";
import { countFilters, type Filters, NO_FILTERS, readFilters, toAddress } from "#features/filters/filter-address.ts";
import { FilterBar } from "#features/filters/filter-bar.tsx";
import { CHANNEL_SORT_CHOICES, SORT_CHOICES, TYPE_CHOICES } from "#features/filters/filter-choices.ts";
import { namedCategory } from "#features/search/named-category.ts";
import { firstChars } from "#features/search/search.queries.ts";
import { SearchResults, SHOWN_TERM_MAX } from "#features/search/search-results.tsx";
import { cutText } from "#lib/format.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { Tabs } from "#ui/tabs.tsx";

/** The term, the tab and the filters all stand in the address: it can be sent to somebody. */
export function SearchResultsPage() {
  const address = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  const categories = useQuery(categoryList());
  const term = typeof address["search"] === "string" ? firstChars(address["search"]) : "";
  const filters = readFilters(address);
  const chosen = countFilters(filters);
  useTitle(term === "" ? "Search" : `${cutText(term, SHOWN_TERM_MAX)} – Search`);

  // A tab that was chosen stands in the address, the first one as well.
  const toSearch = (next: Filters) => ({ search: term, ...toAddress(next), type: next.type });
  const narrow = (next: Filters) => void navigate({ to: ".", search: toSearch(next), replace: true });
  // Back leads to the tab before.
  const openTab = (type: SearchType) => void navigate({ to: ".", search: toSearch({ ...filters, type }) });
  const named = namedCategory(categories.data ?? [], term);
  const { category, ...rest } = filters;
  const asked = { search: term, ...rest, ...(category === null ? {} : { category }) };

  return (
    <div className="column flex flex-col gap-5 py-6 sm:py-8">
      <header className="flex flex-col items-start gap-4">
        <h1 className="max-w-full text-2xl font-semibold break-words sm:text-3xl">
          {term === "" ? "Search" : `Results for “${cutText(term, SHOWN_TERM_MAX)}”`}
        </h1>
        <LinkButton
          variant="secondary"
          className="md:hidden"
          href={`/filter?${new URLSearchParams({ search: term, ...toAddress(filters) })}`}
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
          onChange={narrow}
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
              key={JSON.stringify(asked)}
              asked={{ ...asked, type: value }}
              category={named}
              onType={openTab}
              moveTo={
                address["type"] === undefined
                  ? (type) => <Navigate to="." search={toSearch({ ...filters, type })} replace />
                  : null
              }
              onClearFilters={chosen > 0 ? () => narrow({ ...NO_FILTERS, type: value }) : null}
            />
          ),
        }))}
      />
    </div>
  );
}
