import { late, lateDialog } from "#lib/late.tsx";
import { orOffline } from "#lib/or-offline.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** What a channel's owner changes it with: no fan's page fetches it. */
export const { Late: DetailsForm } = late(
  async () => (await orOffline(import("./details-form.tsx"))).DetailsForm,
  () => <Skeleton className="h-80 w-full max-w-2xl rounded-media" />,
  { Lost: LoadError },
);

export const { Late: MeasurablesForm } = late(
  async () => (await orOffline(import("./measurables-form.tsx"))).MeasurablesForm,
  () => <Skeleton className="h-96 w-full max-w-2xl rounded-media" />,
  { Lost: LoadError },
);

const importPictures = () => orOffline(import("./own-pictures.tsx"));

export const { Late: OwnPictureButton } = late(
  async () => (await importPictures()).OwnPictureButton,
  () => null,
);

export const { Late: OwnCoverButton } = late(
  async () => (await importPictures()).OwnCoverButton,
  () => null,
);

export const { Late: Followers } = lateDialog(async () => (await import("./followers.tsx")).Followers);

export const { Late: ShareDialog } = lateDialog(async () => (await import("./share-dialog.tsx")).ShareDialog);
