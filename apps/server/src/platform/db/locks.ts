/** Whoever holds one of these does it alone, of all processes. Any numbers, as long as no two are the same. */
export const LOCKS = {
  migrating: 7_203_114,
  countingViews: 7_203_115,
  makingTheDemo: 7_203_116,
  countingCoachMessages: 7_203_117,
} as const;
