import {
  addToSubscribers,
  addToTotalViews,
  insertChannel,
  updateContentCount,
  updatePictures,
  updateSubscriberCounts,
} from "./channels.sql.ts";

export {
  addToSubscribers as addFollowers,
  addToTotalViews as addChannelViews,
  insertChannel as addChannel,
  updateContentCount as recountContents,
  updatePictures as setChannelPictures,
  updateSubscriberCounts as recountFollowers,
};
