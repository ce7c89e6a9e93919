import { MESSAGES } from "@app/contract/errors";
import { useQuery } from "@tanstack/react-query";
import { Trophy } from "lucide-react";
import { useState } from "react";
import { categoryList } from "#lib/queries.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { MenuLink, MenuLoading, MenuRetry } from "#ui/menu.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** The categories as plain links, for the mobile menu. */
export function CategoryLinks({ onGo }: { onGo: () => void }) {
  const list = useQuery(categoryList);
  if (list.isPending) return <Spinner label="Loading categories" />;
  if (list.isError) {
    return (
      <Button variant="ghost" onClick={() => void list.refetch()}>
        {MESSAGES.errorOccurred}. Retry
      </Button>
    );
  }
  if (list.data.length === 0) return <p className="p-3 text-sm text-muted">{MESSAGES.noData}</p>;
  return (
    <ul>
      {list.data.map(({ id, name, image }) => (
        <li key={id}>
          <Link
            href={`/category-listing/${id}`}
            onClick={onGo}
            className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm hover:bg-lift"
          >
            <CategoryIcon image={image} />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The category's own image, or a trophy. */
export function CategoryIcon({ image, size = 20 }: { image: string | null; size?: number }) {
  const [failed, setFailed] = useState(false);
  if (image === null || failed) return <Trophy aria-hidden size={size} className="shrink-0 text-muted" />;
  return (
    <img
      src={image}
      alt=""
      width={size}
      height={size}
      className="shrink-0 rounded-[4px] object-contain"
      style={{ width: size, height: size }}
      onError={() => setFailed(true)}
    />
  );
}

/** The categories as entries of a menu. */
export function CategoryMenuItems() {
  const list = useQuery(categoryList);
  if (list.isPending) return <MenuLoading label="Loading categories" />;
  if (list.isError) return <MenuRetry onRetry={() => void list.refetch()}>{MESSAGES.errorOccurred}. Retry</MenuRetry>;
  if (list.data.length === 0) return <p className="col-span-full p-4 text-sm text-muted">{MESSAGES.noData}</p>;
  return list.data.map(({ id, name, image }) => (
    <MenuLink key={id} href={`/category-listing/${id}`} icon={<CategoryIcon image={image} />}>
      <span className="truncate">{name}</span>
    </MenuLink>
  ));
}
