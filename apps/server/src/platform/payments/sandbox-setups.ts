import type { RequiredAction } from "@app/contract/billing";
import type { CardForm } from "@app/contract/cards";
import type { Secrets } from "../crypto/secrets.ts";
import { inTransaction, type Sql } from "../db/database.ts";
import { CardDeclined, type CardOnFile, type CheckOutcome, type SetupOutcome } from "./payments.ts";
import { newSandboxId, recordEvent, type SandboxDeps } from "./sandbox-events.ts";
import { classifyCard, toCardColumns, toCheckedFingerprint } from "./sandbox-invoices.ts";

type SetupWorld = SandboxDeps & { secrets: Secrets };

/** `customerId` gets the card; for a card check it is the reference. */
type Setup = { id: string; customerId: string; isCheck: boolean };
type Submission = { id: string; card: CardForm | null };
type Progress = { cardId: string } | { challengeId: string | null } | { refusal: string };

export async function createSandboxSetup(
  { sql }: SandboxDeps,
  customerId: string,
  more: { isCheck: boolean },
): Promise<{ id: string }> {
  const id = newSandboxId("seti");
  await sql
    .insertInto("sandbox_setups")
    .values({ id, customer_id: customerId, status: "open", is_check: more.isCheck })
    .execute();
  return { id };
}

/** @throws CardDeclined */
export async function finishSandboxSetup(
  deps: SetupWorld,
  submission: Submission & { customerId: string },
): Promise<SetupOutcome | null> {
  const progress = await finish(deps, { ...submission, isCheck: false }, submission.card);
  if (!progress) return null;
  if ("challengeId" in progress) return toAction(progress.challengeId);
  const card = await readSandboxCard(deps.sql, progress.cardId);
  return card && { card, action: null };
}

/** @throws CardDeclined */
export async function finishSandboxCheck(
  deps: SetupWorld,
  { id, card, reference }: Submission & { reference: string },
): Promise<CheckOutcome | null> {
  const progress = await finish(deps, { id, customerId: reference, isCheck: true }, card);
  if (!progress) return null;
  if ("challengeId" in progress) return toAction(progress.challengeId);
  const { fingerprint, behaviour } = await deps.sql
    .selectFrom("sandbox_cards")
    .select(["fingerprint", "behaviour"])
    .where("id", "=", progress.cardId)
    .executeTakeFirstOrThrow();
  return { card: { fingerprint, isPrepaid: behaviour === "prepaid" }, action: null };
}

/** @throws CardDeclined */
async function finish(
  deps: SetupWorld,
  setup: Setup,
  card: CardForm | null,
): Promise<Exclude<Progress, { refusal: string }> | null> {
  const progress = await inTransaction(deps.sql, async (tx): Promise<Progress | null> => {
    const row = await selectSetup(tx, setup);
    if (!row) return null;
    if (row.status === "done" && row.card_id) return { cardId: row.card_id };
    if (row.status === "requires_action" && !card) return { challengeId: row.challenge_id };
    if (!card) return { refusal: "The card was not confirmed. Please enter it again." };
    return saveCard(deps, tx, setup, card);
  });
  if (progress && "refusal" in progress) throw new CardDeclined(progress.refusal);
  return progress;
}

function selectSetup(tx: Sql, { id, customerId, isCheck }: Setup) {
  return tx
    .selectFrom("sandbox_setups")
    .selectAll()
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .where("is_check", "=", isCheck)
    .forUpdate()
    .executeTakeFirst();
}

async function saveCard({ secrets, now }: SetupWorld, tx: Sql, setup: Setup, form: CardForm): Promise<Progress> {
  const result = classifyCard(form);
  if ("refusal" in result) return result;
  const { behaviour } = result;
  const id = newSandboxId("pm");
  const columns = toCardColumns(secrets, form);
  if (setup.isCheck) columns.fingerprint = toCheckedFingerprint(secrets, form);
  const needsAction = behaviour === "asks once" || behaviour === "asks always";
  await tx
    .insertInto("sandbox_cards")
    .values({ id, customer_id: setup.customerId, behaviour, ...columns })
    .execute();
  const challenge = needsAction ? newSandboxId("challenge") : null;
  await tx
    .updateTable("sandbox_setups")
    .set({ card_id: id, challenge_id: challenge, status: needsAction ? "requires_action" : "done" })
    .where("id", "=", setup.id)
    .execute();
  if (needsAction) return { challengeId: challenge };
  await settle(tx, now(), setup, id);
  return { cardId: id };
}

/** @returns whether a card has this challenge */
export async function answerSetup(
  { now }: SandboxDeps,
  tx: Sql,
  challenge: { customerId: string; challengeId: string },
  outcome: "complete" | "fail",
): Promise<boolean> {
  const setup = await tx
    .updateTable("sandbox_setups")
    .set({ status: outcome === "complete" ? "done" : "failed", challenge_id: null })
    .where("challenge_id", "=", challenge.challengeId)
    .where("customer_id", "=", challenge.customerId)
    .returning(["id", "card_id", "is_check"])
    .executeTakeFirst();
  if (!setup?.card_id) return false;
  if (outcome === "complete")
    await settle(tx, now(), { id: setup.id, customerId: challenge.customerId, isCheck: setup.is_check }, setup.card_id);
  return true;
}

/** Attaches the card to its customer, unless it was only checked. */
async function settle(tx: Sql, at: Date, { id, customerId, isCheck }: Setup, cardId: string): Promise<void> {
  await recordEvent(tx, at, { type: "setup_intent.succeeded", objectId: id, customerId });
  if (isCheck) return;
  await tx.updateTable("sandbox_cards").set({ is_attached: true }).where("id", "=", cardId).execute();
  await recordEvent(tx, at, { type: "payment_method.attached", objectId: cardId, customerId });
}

export async function readSandboxCard(sql: Sql, id: string): Promise<CardOnFile | null> {
  const row = await sql
    .selectFrom("sandbox_cards")
    .select([
      "id",
      "customer_id as customerId",
      "brand",
      "last4",
      "exp_month as expMonth",
      "exp_year as expYear",
      "fingerprint",
    ])
    .where("id", "=", id)
    .where("is_attached", "=", true)
    .executeTakeFirst();
  return row ?? null;
}

function toAction(challengeId: string | null): { card: null; action: RequiredAction } {
  return { card: null, action: { kind: "card", client_secret: null, challenge_id: challengeId } };
}
