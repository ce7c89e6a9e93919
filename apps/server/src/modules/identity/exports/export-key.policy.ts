/** @returns the folder with all exports of an account */
export function exportsFolder(accountId: string): string {
  return `exports/${accountId}/`;
}

/** The last part is the file name in the browser. */
export function exportKey(row: { id: string; account_id: string }): string {
  return `${exportsFolder(row.account_id)}${row.id}/fieldhouse-data.zip`;
}
