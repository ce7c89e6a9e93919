import { BRAND } from "@app/contract/brand";

const KINDS = ["video.other", "profile", "article"];

/**
 * @param wanted where somebody who is signed out wants to go
 * @returns what it is called, where it is the very address they opened and the server has said publicly what is there
 */
export function wantedTitle(wanted: string): string | null {
  const [opened] = performance.getEntriesByType("navigation");
  if (!opened || opened.name !== new URL(wanted, location.origin).href) return null;
  if (!KINDS.includes(said("og:type") ?? "")) return null;
  return said("og:title")?.replace(` · ${BRAND.name}`, "") ?? null;
}

function said(property: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content ?? null;
}
