import type { ContentItem, ThumbnailChoice } from "@app/contract/contents";
import { messageOf } from "#lib/api-error.ts";
import { ThumbnailPicker } from "./thumbnail-picker.tsx";
import { useChooseThumbnail } from "./upload.queries.ts";
import { useOwnPicture } from "./use-own-picture.ts";

/** Whoever published before the frames were there chooses among them here; each choice holds at once. */
export function PublishedThumbnail({ item }: { item: ContentItem }) {
  const { mutate, variables, error, isError } = useChooseThumbnail(item.id);
  const ownPicture = useOwnPicture((picture) => mutate({ picture }));
  return (
    <ThumbnailPicker
      frames={item.frames}
      chosen={isError || variables === undefined ? chosenFrame(item) : variables}
      onChoose={(choice) => mutate(choice)}
      ownPicture={ownPicture}
      error={isError ? messageOf(error) : undefined}
    />
  );
}

/** @returns null for a picture of one's own */
function chosenFrame({ thumbnail, frames }: ContentItem): ThumbnailChoice | null {
  const frame = frames.indexOf(thumbnail ?? "");
  return frame < 0 ? null : { frame };
}
