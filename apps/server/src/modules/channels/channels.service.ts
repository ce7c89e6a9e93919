import {
  addToSubscribers,
  insertChannel,
  updateContentCount,
  updatePictures,
  updateSubscriberCounts,
} from "./channels.sql.ts";

export {
  addToSubscribers as addFollowers,
  insertChannel as addChannel,
  updateContentCount as recountContents,
  updatePictures as setChannelPictures,
  updateSubscriberCounts as recountFollowers,
};
