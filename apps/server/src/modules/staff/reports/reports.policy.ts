import { HIDING_REPORTS, type ReportReason, type ReportSubject } from "@app/contract/reports";

/** Reports of newer accounts reach staff, but do not count towards hiding an item. */
export const COUNTED_FROM_AGE_H = 24;

/** Whether staff look at it before everything else. */
export function isAboutMinor(reason: ReportReason, isOwnerMinor: boolean): boolean {
  if (reason === "minor_safety") return true;
  return isOwnerMinor && (reason === "nudity" || reason === "harassment" || reason === "violence");
}

/** Whether enough people reported an item to hide it until staff decide. Comments and channels wait for staff. */
export function isHidingDue(kind: ReportSubject, openCase: { counted: number; is_hidden: boolean }): boolean {
  return kind === "content" && !openCase.is_hidden && openCase.counted >= HIDING_REPORTS;
}
