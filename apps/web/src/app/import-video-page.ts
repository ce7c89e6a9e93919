type VideoPageModule = typeof import("./pages/video-page.tsx");
type Aimed = Parameters<VideoPageModule["prepareVideo"]>[0];

/** null until it is here. */
let videoPage: VideoPageModule | null = null;

/** The code of the page on which one watches, without the player's. */
export async function importVideoPage(): Promise<VideoPageModule> {
  videoPage = await import("./pages/video-page.tsx");
  return videoPage;
}

/** Fulfilled when the page has what it begins with, or will itself say why not. Begins at once where the code is here. */
export async function prepareVideo(aimed: Aimed): Promise<void> {
  if (videoPage) return videoPage.prepareVideo(aimed);
  const page = await importVideoPage().catch(() => null);
  await page?.prepareVideo(aimed);
}
