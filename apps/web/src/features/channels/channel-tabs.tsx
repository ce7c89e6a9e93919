import type { Channel } from "@app/contract/channels";
import { CONTENT_TYPES } from "@app/contract/contents";
import type { ReactNode } from "react";
import { TYPE_TITLES } from "#lib/type-words.ts";
import { Tabs } from "#ui/tabs.tsx";
import { ChannelItems, OwnItems } from "./channel-items.tsx";

const CHANNEL_TABS = [...CONTENT_TYPES, "about"] as const;
type ChannelTab = (typeof CHANNEL_TABS)[number];

/** @returns the tab that an address names; null when it names none */
export function readTab(text: unknown): ChannelTab | null {
  return CHANNEL_TABS.find((tab) => tab === text) ?? null;
}

type ChannelTabsProps = {
  channel: Channel;
  tab: ChannelTab;
  onTab: (tab: ChannelTab) => void;
  about: ReactNode;
};

export function ChannelTabs({ channel, tab, onTab, about }: ChannelTabsProps) {
  // The lists of one's own are an earner's.
  const isOwn = channel.is_own && channel.plan !== null;
  return (
    <Tabs
      label={`What ${channel.name} has`}
      value={tab}
      onChange={onTab}
      tabs={[
        ...CONTENT_TYPES.map((type) => ({
          value: type,
          label: TYPE_TITLES[type],
          content: isOwn ? <OwnItems type={type} /> : <ChannelItems channel={channel} type={type} />,
        })),
        { value: "about" as const, label: "About", content: about },
      ]}
    />
  );
}
