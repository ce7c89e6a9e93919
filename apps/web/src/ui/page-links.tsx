import { type ChannelPermission, hasPermission } from "@app/contract/channel-roles";
import type { ReactNode } from "react";
import { chooseChannel, useActingChannel, useIsChannelSwitchLocked, useLostChannel } from "#lib/acting-channel.ts";
import { useUser } from "#lib/session.ts";
import { Field } from "./field.tsx";
import { Link } from "./link.tsx";
import { Notice } from "./notice.tsx";
import { Select } from "./select.tsx";

type PageLink = { href: string; label: string };

const LINK =
  "inline-flex min-h-10 items-center rounded-control px-3 text-sm font-semibold text-muted hover:bg-lift hover:text-text " +
  "data-[status=active]:text-text data-[status=active]:underline decoration-accent decoration-2 underline-offset-8 touch:min-h-11";

/** A page below another one is not that page. */
const EXACT: object = { activeOptions: { exact: true, includeSearch: false } };

/** A row of links between pages that belong together. */
function PageLinks({ label, links }: { label: string; links: readonly PageLink[] }) {
  return (
    <nav aria-label={label} className="-mx-3 flex flex-wrap">
      {links.map((link) => (
        <Link key={link.href} href={link.href} className={LINK} {...EXACT}>
          {link.label}
        </Link>
      ))}
    </nav>
  );
}

const LIBRARY: readonly PageLink[] = [
  { href: "/watch-later", label: "Watch later" },
  { href: "/liked", label: "Liked" },
  { href: "/history", label: "History" },
];

/** To the member's own lists, on each of them and beside what they follow. */
export function LibraryLinks() {
  return <PageLinks label="Your lists" links={LIBRARY} />;
}

const HUB: readonly PageLink[] = [
  { href: "/creator-view", label: "Content" },
  { href: "/creator-view/comments", label: "Comments" },
  { href: "/creator-view/numbers", label: "Analytics" },
];

/**
 * Between the pages of the Earner's Hub, and between the channels that one runs: a row of its own, at the same place on
 * each page. Uploaders only have content.
 */
export function HubLinks() {
  const isUploader = useActingChannel()?.role === "uploader";
  return (
    <div className="flex w-full flex-wrap items-end justify-between gap-4">
      <PageLinks label="Earner's Hub" links={isUploader ? HUB.slice(0, 1) : HUB} />
      <ChannelSwitcher label="Channel" />
    </div>
  );
}

/** For people who run other channels too: whose content, comments and numbers these pages show. */
export function ChannelSwitcher({ label }: { label: string }) {
  const user = useUser();
  const acting = useActingChannel();
  const isKept = useIsChannelSwitchLocked();
  const lost = useLostChannel();
  const notice = (
    <div role="status" className="empty:hidden">
      {lost && <Notice tone="warning">You no longer publish for {lost.name}.</Notice>}
    </div>
  );
  if (user === null) return null;
  if (user.teams.length === 0) return notice;
  const own = user.plan === null ? [] : [{ value: user.channel.id, label: user.channel.name }];
  const teams = user.teams.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      {notice}
      <Field
        label={label}
        hint={isKept ? "To choose another channel, first finish or discard what you have begun here." : undefined}
        className="w-full max-w-sm"
      >
        <Select
          disabled={isKept}
          options={[...own, ...teams]}
          value={acting?.id ?? user.channel.id}
          onChange={({ target }) => chooseChannel(target.value === user.channel.id ? null : target.value)}
        />
      </Field>
    </>
  );
}

type RoleGateProps = { permission: ChannelPermission; children: ReactNode };

/** For parts of a page that not every role in a team includes. */
export function RoleGate({ permission, children }: RoleGateProps) {
  const acting = useActingChannel();
  if (acting === null || hasPermission(acting.role, permission)) return children;
  return <p className="text-muted">Your role in {acting.name} does not include this.</p>;
}
