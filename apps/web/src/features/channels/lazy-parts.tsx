import { lazyDialog, lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** The owner's forms, kept out of the code that visitors load. */
export const { Component: DetailsForm } = lazyWithPreload(
  async () => (await withOfflineError(import("./details-form.tsx"))).DetailsForm,
  () => <Skeleton className="h-80 w-full max-w-2xl rounded-media" />,
  { Fallback: LoadError },
);

export const { Component: MeasurablesForm } = lazyWithPreload(
  async () => (await withOfflineError(import("./measurables-form.tsx"))).MeasurablesForm,
  () => <Skeleton className="h-96 w-full max-w-2xl rounded-media" />,
  { Fallback: LoadError },
);

/** The page is worth more than these buttons. */
const NO_BUTTON = { Fallback: () => null };

const importPictures = () => withOfflineError(import("./own-pictures.tsx"));

export const { Component: OwnPictureButton } = lazyWithPreload(
  async () => (await importPictures()).OwnPictureButton,
  () => null,
  NO_BUTTON,
);

export const { Component: OwnCoverButton } = lazyWithPreload(
  async () => (await importPictures()).OwnCoverButton,
  () => null,
  NO_BUTTON,
);

export const { Component: Followers } = lazyDialog(async () => (await import("./followers.tsx")).Followers);

export const { Component: ShareDialog } = lazyDialog(async () => (await import("#ui/share-dialog.tsx")).ShareDialog);
