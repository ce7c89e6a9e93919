import type { UserCard } from "@app/contract/accounts";
import { EARNER_TYPE } from "@app/contract/brand";

export type NavLink = { href: string; label: string };

const FOLLOWING: NavLink = { href: "/following", label: "Following" };
const HUB: NavLink = { href: "/creator-view", label: "Earner's Hub" };
const REFERRALS: NavLink = { href: "/referral-page", label: "My Referrals" };
const TERMS: NavLink = { href: "/terms", label: "Terms" };
const FEATURES: NavLink = { href: "/#features", label: "Features" };
const COMMUNITY: NavLink = { href: "/#community", label: "Community" };

export function isEarner(user: UserCard): boolean {
  return user.type === EARNER_TYPE;
}

/** For the header and the mobile menu. */
export function headerLinks(user: UserCard | null): readonly NavLink[] {
  if (!user) return [{ href: "/#about", label: "About" }, FEATURES, COMMUNITY];
  if (isEarner(user)) return [FOLLOWING, HUB, REFERRALS];
  // Somebody who runs the channel of a team.
  return user.teams.length > 0 ? [FOLLOWING, HUB] : [FOLLOWING];
}

export function footerLinks(user: UserCard | null): readonly NavLink[] {
  if (!user) return [{ href: "/", label: "Home" }, FEATURES, COMMUNITY, TERMS];
  const home = { href: "/explore", label: "Home" };
  return isEarner(user) ? [home, FOLLOWING, REFERRALS, HUB, TERMS] : [home, FOLLOWING, TERMS];
}
