export { deleteRecruiting as forgetRecruitingOf } from "./forget-recruiting.sql.ts";
