export { hideContentsOf, showContentsOf } from "./hide.sql.ts";
