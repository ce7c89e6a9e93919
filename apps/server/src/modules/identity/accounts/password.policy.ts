const COMMON_COUNT = 10_000;
/** What people append to a word to satisfy password rules. */
const SUFFIX = /[^a-z]{1,5}$/;

/** Whether a password is one of the 10,000 most common, even with capitals, or with digits and symbols appended. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await loadCommon();
  const bare = password.toLowerCase();
  return common.has(bare) || common.has(bare.replace(SUFFIX, ""));
}

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first password is chosen, to save memory in servers where nobody signs up. */
function loadCommon(): Promise<ReadonlySet<string>> {
  loaded ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].slice(0, COMMON_COUNT).map(String)),
  );
  return loaded;
}
