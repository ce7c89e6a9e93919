import { type ChannelChanges, updateChannel } from "./change-channel.sql.ts";

export { type ChannelChanges, updateChannel as changeChannel };
