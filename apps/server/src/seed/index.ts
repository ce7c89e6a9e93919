/** The demo world, loaded only if it is enabled. */
export { seedJobs } from "./demo.jobs.ts";
export { createDemoWorld, listDemoSignIns } from "./demo-people.service.ts";
