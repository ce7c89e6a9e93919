/**
 * The name of an item's file in the private folder of a job. A fixed one, so that no user-supplied name reaches a program.
 */
export const SOURCE_NAME = "source";
