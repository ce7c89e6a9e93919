/**
 * `isMinor` of the contract in SQL, a condition on an account. It is here because queries of several domains use it,
 * and SQL may import nothing of another domain.
 * @param account its alias in the query
 * @param now SQL of the moment
 */
export function isMinorSql(account: string, now = "now()"): string {
  // The sign is POSIX's: the zone of `earliestToday`, twelve hours behind UTC.
  const today = `(${now} at time zone 'Etc/GMT+12')::date`;
  return `is_minor(${account}.date_of_birth, ${account}.birth_precision, ${today})`;
}
