import type { Category } from "@app/contract/categories";
import { channelHref } from "@app/contract/paths";
import type { NamedChannel } from "@app/contract/search";
import { useId } from "react";
import { Avatar } from "#ui/avatar.tsx";
import { Button, LinkButton } from "#ui/button.tsx";

type SearchOffersProps = {
  /** As it is shown. */
  term: string;
  category: Category | null;
  channels: readonly NamedChannel[];
  onShowChannels: () => void;
};

/** What the term is the name of, besides what it was found in: a category, and channels. */
export function SearchOffers({ term, category, channels, onShowChannels }: SearchOffersProps) {
  const id = useId();
  if (category === null && channels.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {category && <BrowseLink category={category} size="sm" />}
      {channels.length > 0 && (
        <>
          <p id={id} className="text-sm wrap-anywhere text-muted">
            Channels for “{term}”:
          </p>
          <ul aria-labelledby={id} className="contents">
            {channels.map((channel) => (
              <li key={channel.id} className="max-w-full">
                <LinkButton
                  variant="secondary"
                  size="sm"
                  href={channelHref(channel.id)}
                  title={channel.name}
                  className="max-w-64 pl-1.5"
                >
                  <Avatar picture={channel.channel_profile} name={channel.name} size={22} />
                  <span className="min-w-0 truncate">{channel.name}</span>
                </LinkButton>
              </li>
            ))}
          </ul>
          <Button variant="ghost" size="sm" onClick={onShowChannels}>
            All channels
          </Button>
        </>
      )}
    </div>
  );
}

type BrowseLinkProps = { category: Category; size: "sm" | "md" };

export function BrowseLink({ category, size }: BrowseLinkProps) {
  return (
    <LinkButton variant="secondary" size={size} href={`/category-listing/${category.id}`}>
      Browse {category.name}
    </LinkButton>
  );
}
