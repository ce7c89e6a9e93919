const COMMON_COUNT = 10_000;
/** What people put behind a word to satisfy rules. */
const TAIL = /[^a-z]{1,5}$/;

/**
 * Whether a password is one of the 10,000 most common, also when it only has capitals, or digits and
 * signs behind it.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await loadCommon();
  const bare = password.toLowerCase();
  return common.has(bare) || common.has(bare.replace(TAIL, ""));
}

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is chosen: a server that signs nobody up does not hold it. */
function loadCommon(): Promise<ReadonlySet<string>> {
  loaded ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].slice(0, COMMON_COUNT).map(String)),
  );
  return loaded;
}
