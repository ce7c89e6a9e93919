/** An error reply of Stripe's API. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, error: { type: string; message: string; code?: string; decline_code?: string }) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export function missing(kind: string, id: string): StripeFault {
  return new StripeFault(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
  });
}

export function invalid(message: string): StripeFault {
  return new StripeFault(400, { type: "invalid_request_error", message });
}

/** Our own balance at Stripe is too low. */
export function noBalance(): StripeFault {
  return new StripeFault(400, {
    type: "invalid_request_error",
    code: "balance_insufficient",
    message: "You have insufficient available funds in your Stripe account.",
  });
}

export function alreadyRefunded(charge: string): StripeFault {
  return new StripeFault(400, {
    type: "invalid_request_error",
    code: "charge_already_refunded",
    message: `Charge ${charge} has already been refunded.`,
  });
}

export function declinedCard(message: string): StripeFault {
  return new StripeFault(402, { type: "card_error", code: "card_declined", decline_code: "generic_decline", message });
}
