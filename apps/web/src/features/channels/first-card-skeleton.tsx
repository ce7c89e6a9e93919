import { findOpenedPicture } from "#lib/opened-picture.ts";
import { MediaPicture } from "#ui/media-picture.tsx";
import { MediaCardSkeleton } from "#ui/skeleton.tsx";

/** Of the first card it goes on showing the picture that the page's HTML showed already. */
export function FirstCardSkeleton() {
  const card = findOpenedPicture("card");
  if (card === null) return <MediaCardSkeleton />;
  return <MediaCardSkeleton picture={<MediaPicture {...card} preview={null} isFirst />} />;
}
