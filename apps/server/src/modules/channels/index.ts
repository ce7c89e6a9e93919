/** What other domains may use of this one. */

export {
  addChannelViews,
  lockChannels,
  lockChannelsOf,
  recountContents,
  setChannelPictures,
} from "./channels/channels.service.ts";
export { placeCover } from "./channels/covers.service.ts";
export { addHidingReason, type HidingReason, removeHidingReason } from "./channels/hide.sql.ts";
export {
  canSeeHidden,
  requireOpenChannel,
  seesHiddenChannel,
  toRefusal,
  toVisibility,
} from "./channels/open-channel.service.ts";
export { createPictureAccess } from "./channels/picture-access.service.ts";
export { type ChannelChanges, updateChannelRow } from "./channels/update-channel-row.sql.ts";
export { addFollows } from "./follows/follows.service.ts";
export { addMeasurables, readMeasurables } from "./measurables/measurables.service.ts";
