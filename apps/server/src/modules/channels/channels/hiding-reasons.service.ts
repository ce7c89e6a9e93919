export { addHidingReason, type HidingReason, removeHidingReason } from "./hide.sql.ts";
