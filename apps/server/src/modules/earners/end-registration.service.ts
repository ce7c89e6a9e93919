export { clearToken as endRegistrationToken } from "./registrations.sql.ts";
