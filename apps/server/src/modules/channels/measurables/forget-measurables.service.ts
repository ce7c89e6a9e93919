export { deleteMeasurables as forgetMeasurablesOf } from "./forget-measurables.sql.ts";
