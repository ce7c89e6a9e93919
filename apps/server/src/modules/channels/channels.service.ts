/** What other modules change of a channel, which have no rules of their own here. */
export {
  addChannel,
  addChannelViews,
  addFollowers,
  lockChannels,
  lockChannelsOf,
  recountContents,
  recountFollowers,
  setChannelPictures,
} from "./channels.sql.ts";
