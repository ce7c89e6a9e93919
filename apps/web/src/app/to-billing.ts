/** Where a complete profile is paid. The entered data stays at the server; only the id of the draft travels along. */
export function toBilling(draftId: string | null): { to: string; state: object } {
  return { to: "/billing", state: { draftId } };
}
