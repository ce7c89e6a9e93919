import { insertChannel, type NewChannel, updateContentCount, updateSubscriberCounts } from "./channels.sql.ts";

export type { NewChannel };
export {
  insertChannel as addChannel,
  updateContentCount as recountContents,
  updateSubscriberCounts as recountFollowers,
};
