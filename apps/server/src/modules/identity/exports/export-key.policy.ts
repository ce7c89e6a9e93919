/** @returns the folder of everything that was ever exported for an account */
export function exportsFolder(accountId: string): string {
  return `exports/${accountId}/`;
}

/** The last part is the name that a browser saves the file under. */
export function exportKey(row: { id: string; account_id: string }): string {
  return `${exportsFolder(row.account_id)}${row.id}/fieldhouse-data.zip`;
}
