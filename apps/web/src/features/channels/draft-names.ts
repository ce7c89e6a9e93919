/** What the owner's forms keep of what is typed; apart from the forms, which come only when they are opened. */
export const DETAILS_DRAFT = "channel-details";
export const MEASURABLES_DRAFT = "measurables";
