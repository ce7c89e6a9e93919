/** How the key of a picture ends beside which a small one is stored; those from before end otherwise. */
const WIDE = /-wide\.webp$/;

/** @returns the storage key of the small picture; of the picture itself where there is no small one */
export function smallKeyOf(key: string): string;
export function smallKeyOf(key: string | null): string | null;
export function smallKeyOf(key: string | null): string | null {
  return key?.replace(WIDE, "-small.webp") ?? null;
}
