import type { SearchType } from "@app/contract/search";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import { ALL_CATEGORIES } from "#features/categories/browse-params.ts";
import {
  CHANNEL_SORT_CHOICES,
  countFilters,
  type EitherFilters,
  FilterBar,
  type Filters,
  NO_FILTERS,
  readEitherFilters,
  readFilters,
  SORT_CHOICES,
  TYPE_CHOICES,
  toFilterParams,
} from "#features/filters/filter-bar.tsx";
import { FilterForm } from "#features/filters/filter-form.tsx";
import { findNamedCategory, normalizeTerm } from "#features/search/search.queries.ts";
import { SearchResults, TERM_CUT } from "#features/search/search-results.tsx";
import { openJoin } from "#flows/auth/auth-dialog-store.ts";
import { cutText } from "#lib/format.ts";
import { categoryList } from "#lib/queries.ts";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { RetryHint } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";

/** The term, the tab and the filters are in the URL, so that a search can be shared. */
export function SearchResultsPage() {
  const address = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  const categories = useQuery(categoryList);
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
        <h1 className="max-w-full page-title break-words normal-case">
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
          categoryHint={
            categories.isError && (
              <RetryHint onRetry={() => void categories.refetch()}>The categories could not be loaded.</RetryHint>
            )
          }
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

/** The filters of a search or a category as a page for small screens. Visitors can use it, too. */
export function FilterPage() {
  useTitle("Filter");
  const address = useSearch({ from: "__root__" });
  const isMember = useUser() !== null;
  const categories = useQuery(categoryList);
  const navigate = useNavigate();

  const apply = (typed: string, { category, ...filters }: EitherFilters) => {
    const term = normalizeTerm(typed);
    const href =
      term === ""
        ? `/category-listing/${category ?? ALL_CATEGORIES}?${new URLSearchParams(toFilterParams({ ...filters, category: null }))}`
        : // The type is always in the URL, so that the results do not switch tabs.
          `/search-results?${new URLSearchParams({ search: term, ...toFilterParams({ ...filters, category }), type: filters.type })}`;
    void navigate({ href });
  };

  return (
    <div className="column flex max-w-2xl flex-col gap-6 py-6 sm:py-10">
      <h1 className="page-title">Filter</h1>
      {!isMember && (
        <Notice
          title="Looking for something?"
          action={
            <Button size="sm" onClick={() => openJoin(null)}>
              Join Now
            </Button>
          }
        >
          Sign up or sign in to search. Anyone can browse a category.
        </Notice>
      )}
      {categories.isPending && <Loading />}
      {categories.isError && (
        <LoadError
          error={categories.error}
          isRetrying={categories.isFetching}
          onRetry={() => void categories.refetch()}
        />
      )}
      {categories.data && (
        <FilterForm
          term={typeof address["search"] === "string" ? normalizeTerm(address["search"]) : ""}
          filters={readEitherFilters(address)}
          categories={categories.data}
          canSearch={isMember}
          onApply={apply}
        />
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading the filters</span>
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-48" />
    </div>
  );
}
