import { BRAND } from "@app/contract/brand";
import { toDollars } from "@app/contract/formats";
import type { ReferralTrigger, Referrer } from "@app/contract/referrals";
import { Bookmark, MessageCircle, Play } from "lucide-react";
import { Avatar } from "#ui/avatar.tsx";
import sceneStadium from "../../assets/scene-stadium.svg";

const AVATAR_PX = 88;

const REASONS = [
  { Icon: Play, text: "Watch games, training and stories by athletes, teams and clubs. Watching is free." },
  { Icon: Bookmark, text: "Follow the channels you like, and save what you want to see again." },
  { Icon: MessageCircle, text: "Comment, cheer, and be there when something new is up." },
] as const;

const MOMENTS: Record<ReferralTrigger, string> = {
  verified: "when you verify your email address. It costs you nothing.",
  first_payment: "if you pay for a plan. It costs you nothing extra.",
};

/** Who invites a new person, to what, and what they get for it. */
export function Invitation({ referrer: { channel_name, username, profile_url, terms } }: { referrer: Referrer }) {
  return (
    <section
      aria-label="Your invitation"
      className="flex h-full flex-col overflow-hidden rounded-media border border-line bg-raised"
    >
      <img src={sceneStadium} alt="" className="hidden min-h-0 w-full flex-1 object-cover lg:block" />
      <div className="flex flex-col gap-5 p-5 sm:p-8">
        <div className="flex items-center gap-4 sm:gap-5">
          <Avatar picture={profile_url} name={channel_name} size={AVATAR_PX} />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <h2 className="title text-3xl break-words normal-case sm:text-4xl">
              {channel_name} invites you to {BRAND.name}
            </h2>
            <p className="truncate text-muted">@{username}</p>
          </div>
        </div>
        <ul className="hidden flex-col gap-3 sm:flex">
          {REASONS.map(({ Icon, text }) => (
            <li key={text} className="flex gap-3">
              <Icon aria-hidden size={20} className="mt-0.5 shrink-0 text-accent" />
              {text}
            </li>
          ))}
        </ul>
        <p className="text-sm text-muted">
          {channel_name} earns {toDollars(terms.reward_cents)} {MOMENTS[terms.trigger]}
        </p>
      </div>
    </section>
  );
}
