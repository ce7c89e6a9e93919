export { channelHref, contentHref, decodeId, encodeId } from "@app/contract/addresses";
