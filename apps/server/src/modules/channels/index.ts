/** The front door: what other domains may import. */

export { block } from "./blocks/blocks.service.ts";
export {
  addChannelViews,
  canSeeHidden,
  canSeeHiddenChannel,
  createPictureAccess,
  isBlockedFor,
  lockChannels,
  lockChannelsOf,
  recountContents,
  requireChannel,
  requireChannelOwner,
  requireReportableChannel,
  requireVisibleChannel,
  setChannelPictures,
  storeCoverSizes,
  toRefusal,
  toVisibility,
} from "./channels/channels.service.ts";
export {
  addHidingReason,
  type ChannelChanges,
  type HidingReason,
  removeHidingReason,
  updateChannelRow,
} from "./channels/channels.sql.ts";
export { addFollows } from "./follows/follows.service.ts";
export { addMeasurables, readMeasurables } from "./measurables/measurables.service.ts";
export { canManage, canManageItem } from "./members/members.policy.ts";
export { addMember, invite, mayStillEdit, recordItemLog } from "./members/members.service.ts";
export { recordChannelLog } from "./members/members.sql.ts";
