/**
 * Rows that several transactions lock are locked in one order everywhere, or two of them wait for each other:
 *
 *   an upload → accounts → unpublished media → channels, by id → follows, views, contents → content_hourly_stats
 *
 * The channel's row is the gate to all that belongs to the channel: a transaction that writes several rows of its
 * follows, views, items or hours, or counts them, locks the channel first (`lockChannels`), even where it changes the
 * channel itself last. So the order of those rows does not matter, and a recount counts everybody before it. A
 * transaction that writes one such row and nothing else needs no gate.
 *
 * Money: a batch of payouts → payouts → referrals → the earner's ledger accounts, by id → the platform's.
 */

/** Advisory locks: one process at a time holds each. The numbers are arbitrary, but must differ. */
export const LOCKS = {
  migrating: 7_203_114,
  countingViews: 7_203_115,
  makingTheDemo: 7_203_116,
  countingCoachMessages: 7_203_117,
  countingLikes: 7_203_118,
  countingBeats: 7_203_119,
  countingComments: 7_203_120,
  makingPayouts: 7_203_121,
  /** One publisher at a time hands live events to Redis, so that they keep their order. */
  publishingLive: 7_203_122,
  /** Held, shared, by each web process that hears of live events by NOTIFY alone. */
  hearingByNotify: 7_203_123,
} as const;
