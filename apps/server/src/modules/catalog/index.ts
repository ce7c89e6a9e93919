/** The front door: what other domains may import. */
export { storeCaptions } from "./captions/captions.service.ts";
export { findEngine } from "./captions/captions-engine.ts";
export {
  addCategory,
  findCategory,
  findCategoryBySlug,
  listCategories,
  listProfileCategories,
  resolveCategory,
} from "./categories/categories.service.ts";
export { itemMediaUrl } from "./contents/contents.policy.ts";
export { runFolder } from "./contents/contents.presenter.ts";
export {
  type ContentReader,
  createContentReader,
  findNewest,
  findVisibleContents,
  listCards,
  listFoundCards,
  listVisibleCards,
  requireManagedContent,
  requireVisibleContent,
} from "./contents/contents.service.ts";
export { type ContentRow, selectContentOfUpload } from "./contents/contents.sql.ts";
export { selectListedCards } from "./contents/contents-cards.sql.ts";
export { recordItemEdit } from "./contents/contents-edit.service.ts";
export {
  addContentLikes,
  addContentViews,
  revokeSignedMediaUrls,
  updateMediaColumns,
} from "./contents/contents-media.sql.ts";
export { createContent } from "./contents/create-content.service.ts";
export { hideChannelOf, showChannelOf } from "./contents/hide-channel.service.ts";
export {
  hideContent,
  hideContentByStaff,
  restoreContentByStaff,
  showHiddenContent,
} from "./contents/moderate-contents.service.ts";
export { tallKeyOf } from "./contents/pictures.service.ts";
export { findPlayable } from "./contents/playable.service.ts";
export { addClip, startTrim } from "./cuts/cuts.service.ts";
export { queueProcessing } from "./media/media.service.ts";
export { reprocessByStaff } from "./media/reprocess.service.ts";
export { storeOriginal, withBeginning } from "./media/source-file.service.ts";
export { publishStoredImages } from "./media/stored-images.service.ts";
