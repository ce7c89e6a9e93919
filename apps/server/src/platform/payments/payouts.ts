/** A transfer of money to an earner's account at the provider, in its current state. */
export type PayoutTransferState = {
  id: string;
  /** Our payout's id. */
  reference: string;
  createdAt: Date;
  /** The whole amount was taken back. */
  isReversed: boolean;
};

/** Sends money to earners. Every call that changes something is idempotent. Never call it inside a transaction. */
export type Payouts = {
  /** Sends the provider our account id; it asks the earner itself for the rest. @returns the id of the account there */
  createAccount(accountId: string): Promise<string>;
  /** @returns a link that works once, for a few minutes, to the provider's page that asks for what is missing */
  createOnboardingLink(id: string, returnUrl: string): Promise<string>;
  /** Whether money can be sent to the account. */
  canReceive(id: string): Promise<boolean>;
  /**
   * @param order.reference our payout's id: a repeated call finds the first one's transfer, however much later
   * @returns `refusal`: the account cannot receive it, in words for the earner
   * @throws the provider does not respond, or our balance there is too low: try again later
   */
  send(order: {
    reference: string;
    destination: string;
    cents: number;
  }): Promise<PayoutTransferState | { refusal: string }>;
  /** @returns null: there is no such transfer, or it is none of a payout */
  readTransfer(id: string): Promise<PayoutTransferState | null>;
};
