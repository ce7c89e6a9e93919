import type { Category as ListedCategory } from "@app/contract/categories";
import { CONTENT_TYPES } from "@app/contract/contents";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import {
  ALL_CATEGORIES,
  type BrowseFilters,
  countActiveFilters,
  DEFAULT_BROWSE,
  parseBrowseParams,
  toBrowseParams,
} from "#features/categories/browse-params.ts";
import { categoryContents } from "#features/categories/categories.queries.ts";
import { CategoryContents } from "#features/categories/category-contents.tsx";
import { CategoryIcon } from "#features/categories/category-links.tsx";
import { CATEGORY_SORT_CHOICES, FilterBar } from "#features/filters/filter-bar.tsx";
import { openJoin } from "#flows/auth/auth-dialog-store.ts";
import { isNotFound } from "#lib/api-error.ts";
import { categoryList } from "#lib/queries.ts";
import { useUser } from "#lib/session.ts";
import { TYPE_TITLES } from "#lib/type-titles.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { Tabs } from "#ui/tabs.tsx";

const MAX_ID = 2 ** 31 - 1;

export function CategoryPage() {
  const { id: text } = useParams({ from: "/category-listing/$id" });
  if (text === ALL_CATEGORIES) return <Category key={text} id={null} />;
  const id = Number(text);
  if (!/^\d+$/.test(text) || id < 1 || id > MAX_ID) return <Navigate to="/404" replace />;
  return <Category key={id} id={id} />;
}

/** The tab and the filters are in the URL, so that it can be shared. @param id null for all categories */
function Category({ id }: { id: number | null }) {
  const browse = parseBrowseParams(useSearch({ from: "__root__" }));
  const isVisitor = useUser() === null;
  const navigate = useNavigate();
  const contents = useInfiniteQuery(categoryContents(id, browse));
  const [category, mergedInto] = useCategory(id, contents.data?.pages[0]?.category);
  const name = id === null ? "All categories" : (category?.name ?? null);
  useTitle(name);
  if (isNotFound(contents.error)) return <Navigate to="/404" replace />;
  if (mergedInto !== null) return <MergedInto id={mergedInto} browse={browse} />;

  const chosen = countActiveFilters(browse);
  const toList = (next: BrowseFilters) => ({ to: ".", search: toBrowseParams(next), resetScroll: false });
  const applyFilters = (next: BrowseFilters) => void navigate({ ...toList(next), replace: true });

  return (
    <div className="column flex flex-col gap-5 py-6 sm:py-8">
      <header className="flex flex-col items-start gap-4">
        <h1 className="page-title flex min-w-0 items-center gap-3 break-words">
          <CategoryIcon image={category?.image ?? null} size={40} />
          {name ?? "Category"}
        </h1>
        <FilterLink id={id} browse={browse} chosen={chosen} />
      </header>
      <div className="max-md:hidden">
        <FilterBar filters={browse} sorts={CATEGORY_SORT_CHOICES} onChange={applyFilters} />
      </div>
      <Tabs
        label="Types of content"
        value={browse.type}
        // Pushes to the history, so that Back returns to the last tab.
        onChange={(type) => void navigate(toList({ ...browse, type }))}
        tabs={CONTENT_TYPES.map((type) => ({
          value: type,
          label: TYPE_TITLES[type],
          content: (
            <CategoryContents
              key={JSON.stringify(browse)}
              id={id}
              browse={{ ...browse, type }}
              onVisitorOpen={isVisitor ? openJoin : null}
              onClearFilters={chosen > 0 ? () => applyFilters({ ...DEFAULT_BROWSE, type }) : null}
            />
          ),
        }))}
      />
    </div>
  );
}

/** The items of a merged category are in another one. */
function MergedInto({ id, browse }: { id: number; browse: BrowseFilters }) {
  return <Navigate to="/category-listing/$id" params={{ id: String(id) }} search={toBrowseParams(browse)} replace />;
}

/** On phones: to the filters, which are a page there. @param chosen how many are set */
function FilterLink({ id, browse, chosen }: { id: number | null; browse: BrowseFilters; chosen: number }) {
  const search = new URLSearchParams({
    ...(id !== null && { category: String(id) }),
    ...toBrowseParams(browse),
  });
  return (
    <LinkButton variant="secondary" className="md:hidden" href={`/filter?${search}`}>
      <SlidersHorizontal aria-hidden size={18} />
      Filter
      {chosen > 0 && ` (${chosen})`}
    </LinkButton>
  );
}

/**
 * @param ofContents for an unlisted category, which can still be opened by its URL
 * @returns the category, and the id of the one that it was merged into
 */
function useCategory(
  id: number | null,
  ofContents: ListedCategory | null | undefined,
): [ListedCategory | null, mergedInto: number | null] {
  const listed = useQuery(categoryList).data?.find((one) => one.id === id);
  const mergedInto = ofContents && ofContents.id !== id ? ofContents.id : null;
  return [listed ?? ofContents ?? null, mergedInto];
}
