import { expect, test } from "vitest";
import { toCardProps, toDatedCardProps } from "./card-props.ts";

const item = {
  id: "0198c0de-0000-7000-8000-000000000001",
  type: "video",
  title: "Cup final",
  length: 12,
  preview: null,
  thumbnail: null,
  thumbnail_small: null,
  total_views: 3,
  published_at: null,
  channel: { id: "0198c0de-0000-7000-8000-000000000002", name: "Harbor RC", channel_profile: null },
} as unknown as Parameters<typeof toDatedCardProps>[0];

test("every card has a menu that reports its item and blocks its channel, in lists and carousels alike", () => {
  for (const { safety } of [toCardProps(item), toDatedCardProps(item)])
    expect(safety).toEqual({
      person: { channelId: item.channel.id, name: "Harbor RC" },
      target: { subject: "content", id: item.id, name: "Cup final" },
    });
});
