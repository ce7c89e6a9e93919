/** The user asked the browser to use little data. Only Chromium reports this. */
export function isSavingData(): boolean {
  return "connection" in navigator && (navigator.connection as { saveData?: boolean } | null)?.saveData === true;
}
