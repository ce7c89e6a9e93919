import path from "node:path";
import { DELETION_DAYS } from "@app/contract/account-security";
import type { StaffRole } from "@app/contract/console";
import { toDollars } from "@app/contract/formats";
import { newEmail, RESET_MINUTES } from "@app/contract/sign-up";
import {
  addStaff,
  deleteForOperator,
  exportForOperator,
  listStaff,
  removeStaff,
  resetTwoFactorByEmail,
} from "#modules/identity/index.ts";
import { momentInWords } from "#platform/days.ts";
import { MIGRATIONS, migrate } from "#platform/db/migrate.ts";
import type { Deps } from "#platform/deps.ts";
import { migrateJobs } from "#platform/jobs/worker.ts";
import { createLog } from "#platform/log.ts";
import { loadOrCreateSecret, withDatabase } from "./command-deps.ts";
import { type Config, readConfig } from "./config.ts";

const USAGE = `How to use it:
  npm run staff -- add EMAIL             makes someone an admin; without an account they get one
  npm run staff -- add EMAIL moderator   makes someone a moderator
  npm run staff -- remove EMAIL          takes the role away; the account stays
  npm run staff -- list                  names everyone with a role, and who cannot use it yet
  npm run staff -- reset-2fa EMAIL       switches two-factor sign-in off, for whoever lost app and recovery codes
  npm run staff -- refund EMAIL          ends a plan at once and refunds the last payment; of an account whose address is
                                         not verified all payments, and the account is erased
  npm run staff -- export EMAIL FILE     writes all data of a person to a ZIP file, for whoever cannot sign in
  npm run staff -- delete EMAIL          hides an account and erases it in ${DELETION_DAYS} days, as its owner can in Settings
  npm run staff -- rotate-key            re-encrypts with the first SECRET_KEY what an older one encrypted
`;

const SECOND_FACTOR = "The staff console opens once they have turned on two-factor sign-in in Settings.";

const RECOVERY_CODES_STAY =
  "Recovery codes are kept as hashes alone: those made under an older key count for as long as SECRET_KEY names it.";

async function add(deps: Deps, email: string, role: StaffRole): Promise<string> {
  const outcome = await addStaff(deps, email, role);
  if (outcome.kind === "unverified")
    throw new Error(`${email} has an account that is not verified. Its owner has to open the link in the email first.`);
  if (outcome.kind === "promoted") return `${outcome.username} is ${role} now. ${SECOND_FACTOR}`;
  return [
    `${outcome.username} was made, and is ${role}. They choose a password within ${RESET_MINUTES} minutes at`,
    outcome.link,
    SECOND_FACTOR,
  ].join("\n");
}

async function remove(deps: Deps, email: string): Promise<string> {
  return `${requireName(await removeStaff(deps, email), email)} is no longer on the staff.`;
}

async function list(deps: Deps): Promise<string> {
  const members = await listStaff(deps);
  if (members.length === 0) return "Nobody is staff yet. Begin with: npm run staff -- add EMAIL";
  return members
    .map(({ username, email, role, hasTwoFactor }) =>
      [role.padEnd(9), `${username} <${email}>`, ...(hasTwoFactor ? [] : ["- has no two-factor sign-in yet"])].join(
        " ",
      ),
    )
    .join("\n");
}

async function resetTwoFactor(deps: Deps, email: string): Promise<string> {
  const username = requireName(await resetTwoFactorByEmail(deps, email), email);
  return `${username} signs in with the password alone, and was told by mail. Staff have to turn it on again before anything else.`;
}

async function refund(deps: Deps, email: string): Promise<string> {
  const { endWithRefundByStaff } = await import("#modules/membership/index.ts");
  const ended = await endWithRefundByStaff(deps, email);
  if (!ended) throw nobodyHas(email);
  const { username, refundedCents, isErased } = ended;
  const money = refundedCents > 0 ? `${toDollars(refundedCents)} is refunded to the card` : "nothing was paid yet";
  const account = isErased ? "The account is erased." : "The account stays.";
  return `The plan of ${username} ends, and ${money}. ${account} The worker tells the payment provider.`;
}

async function exportData(deps: Deps, email: string, file: string, folder: string): Promise<string> {
  const username = requireName(await exportForOperator(deps, email, path.resolve(folder, file)), email);
  return `All data of ${username} is in ${file}. It is personal: hand it over safely, and delete it then.`;
}

async function deleteAccount(deps: Deps, email: string): Promise<string> {
  const deleted = await deleteForOperator(deps, email);
  if (!deleted) throw nobodyHas(email);
  const day = momentInWords(deleted.dueAt, deps.config.platformTimeZone);
  return `${deleted.username} is hidden, and will be erased on ${day}. Signing in before then cancels it; they were told by mail.`;
}

async function rotateKey(deps: Deps): Promise<string> {
  const { rotateAll } = await import("./rotate-key.ts");
  const done = await rotateAll(deps);
  const lines = done.map(({ name, rewritten }) => `${name}: ${rewritten} re-encrypted`);
  const lost = done.filter((column) => column.lost > 0).map(({ name, lost }) => `${name}: ${lost}`);
  if (lost.length > 0)
    throw new Error(
      [...lines, "These cannot be decrypted, because the key that encrypted them is not in SECRET_KEY:", ...lost].join(
        "\n",
      ),
    );
  return [...lines, RECOVERY_CODES_STAY].join("\n");
}

function requireName(username: string | null, email: string): string {
  if (username === null) throw nobodyHas(email);
  return username;
}

function nobodyHas(email: string): Error {
  return new Error(`There is no account with the address ${email}.`);
}

async function withDeps<T>(config: Config, work: (deps: Deps) => Promise<T>): Promise<T> {
  return withDatabase(config, async (database) => {
    const log = createLog("silent");
    await migrate(database.pool, MIGRATIONS);
    await migrateJobs(database.pool, log);
    // Imported lazily, so that an unknown command fails fast.
    const { toDeps } = await import("./product.ts");
    return work(await toDeps(config, log, database));
  });
}

/** The commands by name, with the role for those that grant one. Each takes an email address. */
const COMMANDS = new Map<string, (deps: Deps, email: string) => Promise<string>>([
  ["add", (deps, email) => add(deps, email, "admin")],
  ["add admin", (deps, email) => add(deps, email, "admin")],
  ["add moderator", (deps, email) => add(deps, email, "moderator")],
  ["remove", remove],
  ["refund", refund],
  ["reset-2fa", resetTwoFactor],
  ["delete", deleteAccount],
]);

/** Commands without an email address. */
const PLAIN_COMMANDS = new Map([
  ["list", list],
  ["rotate-key", rotateKey],
]);

function findCommand(
  name: string,
  more: readonly string[],
  folder: string,
): ((deps: Deps, email: string) => Promise<string>) | null {
  const [file, ...others] = more;
  if (name === "export" && file !== undefined && others.length === 0)
    return (deps, email) => exportData(deps, email, file, folder);
  return COMMANDS.get([name, ...more].join(" ")) ?? null;
}

/** @throws Error unknown command or invalid email */
function parseCommand(
  [name = "", address = "", ...more]: readonly string[],
  folder: string,
): (deps: Deps) => Promise<string> {
  const plain = PLAIN_COMMANDS.get(name);
  if (plain && address === "") return plain;
  const email = newEmail.safeParse(address);
  if (!email.success && address !== "") throw new Error(`“${address}” is not an email address.\n\n${USAGE}`);
  const command = findCommand(name, more, folder);
  if (!email.success || !command) throw new Error(USAGE);
  return (deps) => command(deps, email.data);
}

/**
 * Runs a command.
 * @returns what it says
 * @throws Error what went wrong, or how to use it
 */
export async function runStaffCommand(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const command = parseCommand(words, environment["INIT_CWD"] ?? ".");
  return withDeps(readConfig(environment, loadOrCreateSecret), command);
}
