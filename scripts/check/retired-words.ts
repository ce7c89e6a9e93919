import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * Refuses home-made words that were renamed to the field's words. Migrations, which cannot change, and decision records
 * keep the words of their time.
 */
const RETIRED: [word: RegExp, instead: string][] = [
  [/\b(?:share-reads|sharedBy|readTogether)\b/, "coalesce, createBatchLoader"],
  [/\b(?:remember-marks|remember-totals|BELIEVED_MS|SliceAfter|toSlice|sliceSql)\b/, "cursor, pagination"],
  [/\b(?:latest-uploads|rememberLatest)\b/, "LRU store"],
  [/\b(?:content_hours|addToHours|HourOfItem)\b/, "content_hourly_stats, hourly stats"],
  [/\b(?:takeover|takeOverState|openTurns)\b/, "reconcile, limitConcurrency"],
  [/\b(?:giveUp|queueMail|toLetter)\b/, "onExhausted, sendEmail, renderEmail"],
  [/\b(?:becomeEarner|changeChannel)\b/, "completeRegistration, updateChannelRow"],
  [/\b(?:sign_in_tries|SignInTries)\b/, "login_attempts"],
  [/\b(?:reseal|resealAll|sealed_(?:ssn|draft|secret|token))\b/, "rotate key, encrypted_*"],
  [/\b(?:keepSecret|keep-secret)\b/, "loadOrCreateSecret"],
  [/\b(?:first-view|FirstView|OpenedPage|OpenedPicture|shell-pictures|after-picture)\b/, "initial data, LCP image"],
  [/\b(?:fetch-ahead|askEarly|early-engine|warm-playlists)\b/, "prefetch, preload"],
  [
    /\b(?:orOffline|or-offline|useHold|use-hold|useReturn|use-return|useIsWhole|use-is-whole|idleTurn)\b/,
    "withOfflineError, useHoverOrFocus, useDeferredMount",
  ],
  [/\b(?:useShown|use-shown|shown-at|use-more-beside|QueryRail|AthletesRail)\b/, "carousel, slides per view"],
  [/\b(?:follow-wishes|followWishes|live-line|openLine|keep-live|passOn)\b/, "optimistic update, live connection"],
  [/\b(?:JoinChoice|join-choice|join-prompt|wanted-title)\b/, "auth dialog, sign-up role, redirect title"],
  [/\b(?:public_numbers|PublicNumbers|publicNumbers)\b/, "site stats"],
  [/\b(?:word-book|wordBook|typed-form|saveTyped|forgetSent)\b/, "lexeme cache, form draft"],
  [/\b(?:putToSleep|isAsleep)\b/, "deactivate, isDeactivated"],
  [/\b(?:stand-in|StandIn|openStage|jail)\b/, "fake, createTestApp, sandboxed process"],
  [/\b(?:unseal|\w+Sealed|as sealed|sealed: Buffer)\b|"sealed"/, "encrypt, encrypted"],
  [/"tries"|-tries"/, "attempts"],
  [/\bthe spec\b/i, "what it says, which a reader does not have"],
  // A literal spread into another one only steers the formatter.
  [/\.\.\.\{/, "the properties themselves"],
  [/\b(?:tell[A-Z]\w*|ToldTo\w+|Standing)\b/, "publish, report, visibility, entitlement"],
  [/\b(?:removed_at|check_ok|check_fault|told_at)\b/, "deleted_at, is_valid, validation_error, published_at"],
];

const root = path.resolve(import.meta.dirname, "../..");
const KEPT = /^apps\/server\/src\/migrations\/|^docs\/decisions\/|^scripts\/check\/retired-words\.ts$/;

const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.md", "*.css", "*.html"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !KEPT.test(file));

for (const file of files) {
  const lines = [file, ...readFileSync(path.join(root, file), "utf8").split("\n")];
  for (const [at, line] of lines.entries())
    for (const [word, instead] of RETIRED) {
      const found = word.exec(line);
      if (!found) continue;
      console.error(`${file}${at === 0 ? "" : `:${at}`}: '${found[0]}' is retired; write ${instead}`);
      process.exitCode = 1;
    }
}
