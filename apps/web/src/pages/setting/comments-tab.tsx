import { ChannelCommentSettings, HiddenPeople } from "#features/comments/channel-comment-settings.tsx";
import { MyComments } from "#features/comments/my-comments.tsx";
import { useActingChannel } from "#lib/acting-channel.ts";
import { useUser } from "#lib/session.ts";
import { ChannelSwitcher, RoleGate } from "#ui/page-links.tsx";
import { Section } from "#ui/section.tsx";

/** Rules for a channel are for earners and the managers of a team; everybody has comments of their own. */
export function CommentsTab() {
  const isEarner = useUser()?.plan !== null;
  const acting = useActingChannel();
  const channel = acting?.name ?? "your channel";
  return (
    <div className="flex flex-col gap-10">
      <ChannelSwitcher label="Channel" />
      {(isEarner || acting !== null) && (
        <RoleGate permission="moderate">
          <Section title={`Comments on ${channel}`}>
            <ChannelCommentSettings key={acting?.id} />
          </Section>
          <Section title="Hidden people" subtitle={`Only they can see their comments on ${channel}.`}>
            <HiddenPeople />
          </Section>
        </RoleGate>
      )}
      <Section title="Your comments">
        <MyComments />
      </Section>
    </div>
  );
}
