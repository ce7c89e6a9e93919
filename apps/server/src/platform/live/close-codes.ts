/** Why a live connection is closed; the hundreds say what a client of the Pusher protocol does next. */
export const CLOSE = {
  /** 40xx: do not come back. */
  unknownApp: 4001,
  tooMany: 4004,
  sessionEnded: 4009,
  /** 41xx: come back after a while. */
  notJoined: 4100,
  /** 42xx: come back at once. */
  stopping: 4200,
  tooOld: 4202,
  /** 43xx: this client is at fault. */
  tooManyMessages: 4301,
  badMessage: 4302,
} as const;
