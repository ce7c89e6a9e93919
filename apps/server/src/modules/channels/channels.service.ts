import { insertChannel, updateContentCount, updatePictures, updateSubscriberCounts } from "./channels.sql.ts";

export {
  insertChannel as addChannel,
  updateContentCount as recountContents,
  updatePictures as setChannelPictures,
  updateSubscriberCounts as recountFollowers,
};
