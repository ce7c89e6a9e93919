/** The demo world, for the product that shows it. */
export { seedJobs } from "./demo.jobs.ts";
export { createDemoWorld, listDemoSignIns } from "./demo-people.service.ts";
