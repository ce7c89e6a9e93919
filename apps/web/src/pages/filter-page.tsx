import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ALL_CATEGORIES } from "#features/categories/browse-params.ts";
import { categoryList } from "#features/categories/categories.queries.ts";
import { FilterForm } from "#features/filters/filter-form.tsx";
import { type EitherFilters, readEitherFilters, toFilterParams } from "#features/filters/filter-params.ts";
import { normalizeTerm } from "#features/search/search.queries.ts";
import { openJoin } from "#flows/auth/auth-dialog-store.ts";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** The filters of a search or a category as a page for small screens. Visitors can use it, too. */
export function FilterPage() {
  useTitle("Filter");
  const address = useSearch({ from: "__root__" });
  const isMember = useUser() !== null;
  const categories = useQuery(categoryList());
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
      <h1 className="title text-5xl">Filter</h1>
      {!isMember && (
        <Notice
          title="Looking for something?"
          action={
            <Button size="sm" onClick={() => openJoin(null)}>
              Join Now
            </Button>
          }
        >
          Members can search videos and channels. Anyone can browse a category.
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
