export { deletePersonalRows as forgetProfileOf } from "./forget-person.sql.ts";
