import { CARD_SIZES, toCardSrcset } from "@app/contract/card-picture";
import { escapeHtml } from "../html.ts";

/** The pictures that a page shows first, at the addresses at which it asks for them itself. */
export type FirstPictures = {
  /** The largest of them. */
  picture: string | null;
  /** The same for a phone, taller than wide. */
  tallPicture?: string | null;
  /** Of the first card below it. */
  card?: CardPicture | null;
  /** Where `index.html` shows them before any script has run; without one the page's own scripts show them. */
  place?: "banner" | "channel" | "stage" | "hero";
};

/** A thumbnail, and the small one of it where there is one. */
export type CardPicture = { picture: string; smallPicture: string | null };

/** In the built page comments, so that they are nothing to whoever serves the file as it is. */
const PLACES = /<!-- (banner|channel|stage|hero):(.*?)-->/gs;
const PICTURE = /<(?:img|source)\b[^>]*>/g;
const BLANK = /\{(picture|tall|card|cards|sizes)\}/g;

/** As wide as the pictures of a phone are shown, and wider: Tailwind's `sm`. */
const [PHONE, WIDER] = ["(width < 40rem)", "(width >= 40rem)"];

/** Something is painted before any script has run. */
export function hasPlace(view: FirstPictures | null): boolean {
  return view?.place !== undefined && (view.picture !== null || Boolean(view.card));
}

/**
 * What stands in the place of the page until its scripts draw it; nothing is left of it where it has no picture, and
 * no picture where one of two is missing.
 */
export function withPictures(body: string, view: FirstPictures | null): string {
  const known: Record<string, string | null> = {
    picture: view?.picture ?? null,
    tall: view?.tallPicture ?? view?.picture ?? null,
    card: view?.card?.picture ?? null,
    cards: view?.card ? toCardSrcset(view.card.picture, view.card.smallPicture) : null,
    sizes: CARD_SIZES,
  };
  const fill = (tag: string): string => {
    const isKnown = [...tag.matchAll(BLANK)].every(([, name = ""]) => known[name] !== null);
    return isKnown ? tag.replace(BLANK, (_, name: string) => escapeHtml(known[name] ?? "")) : "";
  };
  return body.replace(PLACES, (_, place: string, html: string) =>
    hasPlace(view) && place === view?.place ? html.replace(PICTURE, fill) : "",
  );
}

/** The page finds the pictures again by its own address, and by the place. */
export function toPictureLinks(address: string, view: FirstPictures): string {
  const { picture, tallPicture = null, card = null, place } = view;
  const toLink = (href: string, of: string, more = "") =>
    `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(href)}"` +
    ` data-of="${escapeHtml(address)}" data-place="${of}"${more} />`;
  const links: string[] = [];
  const of = place ?? "";
  if (picture !== null && tallPicture !== null)
    links.push(toLink(tallPicture, of, ` media="${PHONE}"`), toLink(picture, of, ` media="${WIDER}"`));
  else if (picture !== null) links.push(toLink(picture, of));
  if (card !== null) {
    const srcset = escapeHtml(toCardSrcset(card.picture, card.smallPicture));
    links.push(toLink(card.picture, "card", ` imagesrcset="${srcset}" imagesizes="${CARD_SIZES}"`));
  }
  return links.join("");
}
