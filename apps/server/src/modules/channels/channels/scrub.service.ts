export { scrubChannelOf } from "./scrub.sql.ts";
