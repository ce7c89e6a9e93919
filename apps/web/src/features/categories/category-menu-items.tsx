import { MESSAGES } from "@app/contract/errors";
import { useQuery } from "@tanstack/react-query";
import { MenuLink, MenuRetry } from "#ui/menu.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { categoryList } from "./categories.queries.ts";
import { CategoryIcon } from "./category-links.tsx";

/** The categories as entries of a menu. */
export function CategoryMenuItems() {
  const list = useQuery(categoryList());
  if (list.isPending) {
    return (
      <div className="col-span-full flex justify-center p-6 text-muted">
        <Spinner label="Loading categories" />
      </div>
    );
  }
  if (list.isError) return <MenuRetry onRetry={() => void list.refetch()}>{MESSAGES.errorOccurred}. Retry</MenuRetry>;
  if (list.data.length === 0) return <p className="col-span-full p-4 text-sm text-muted">{MESSAGES.noData}</p>;
  return list.data.map(({ id, name, image }) => (
    <MenuLink key={id} href={`/category-listing/${id}`} icon={<CategoryIcon image={image} />}>
      <span className="truncate">{name}</span>
    </MenuLink>
  ));
}
