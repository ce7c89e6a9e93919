import { BRAND } from "@app/contract/brand";

/** An email address as it is compared: Unicode normal form C, lower case. Plus tags and dots stay. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}

/**
 * A username as it is compared: lower case, with letters that look alike mapped to one (the ASCII part of the Unicode
 * TR39 confusables; usernames have no other letters).
 */
export function usernameKey(username: string): string {
  return username
    .trim()
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[01i|]/g, (sign) => (sign === "0" ? "o" : "l"))
    .replace(/m/g, "rn");
}

/** @returns the key to look up what was typed in the Sign In form */
export function signInKey(emailOrUsername: string): string {
  return emailOrUsername.includes("@") ? emailKey(emailOrUsername) : usernameKey(emailOrUsername);
}

/** Compared without dots and underscores. */
const RESERVED = new Set(
  [
    ...["admin", "administrator", "moderator", "mod", "staff", "support", "help", "root", "system", "security"],
    ...["fieldhouse", "official", "team", "everyone", "all", "here", "channel", "user", "users", "guest", "visitor"],
    ...["anonymous", "deleted", "deleteduser", "null", "undefined", "none", "nobody", "me", "you"],
    ...["api", "www", "mail", "postmaster", "abuse", "noreply", "info", "contact", "billing", "payments"],
    ...["login", "signup", "settings", "explore", "portal", "profile", "search", "terms", "privacy", "about"],
  ].map(usernameKey),
);

/** Names that could be mistaken for the product itself or one of its pages. */
export function isReservedUsername(username: string): boolean {
  const key = usernameKey(username);
  return holdsBrand(username) || RESERVED.has(key.replace(/[._]/g, "")) || !/[a-z0-9]/i.test(username);
}

/** Nothing added to such a name makes it available. */
export function holdsBrand(username: string): boolean {
  return toSkeleton(username).includes(BRAND_SKELETON);
}

/** Further characters that can be read as another letter. */
const LOOKS_LIKE: Record<string, string> = { 3: "e", 4: "a", 5: "s", 7: "t", 8: "b", 9: "g", u: "v", cl: "d", vv: "w" };

/**
 * Coarser than `usernameKey`: finds the product's name in `f1eld.h0u5e`, `Fieiclhouse` and `ffield_housee`. Unrelated
 * usernames may have the same skeleton, so it serves for nothing else.
 */
export function toSkeleton(username: string): string {
  return usernameKey(username.replace(/[._]/g, ""))
    .replace(/cl|vv|[345789u]/g, (sign) => LOOKS_LIKE[sign] ?? sign)
    .replace(/(.)\1+/g, "$1");
}

const BRAND_SKELETON = toSkeleton(BRAND.slug);
