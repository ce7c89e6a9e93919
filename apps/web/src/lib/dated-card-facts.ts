import { cardFacts } from "./card-facts.ts";
import { agoInWords } from "./dates.ts";

type Dated = Parameters<typeof cardFacts>[0] & { published_at: string | null };

/** As `cardFacts`, and how long ago it was published. */
export function datedCardFacts(card: Dated) {
  return { ...cardFacts(card), when: card.published_at && agoInWords(card.published_at) };
}
