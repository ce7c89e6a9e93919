import type { RequiredAction } from "@app/contract/billing";
import type { CardForm } from "@app/contract/cards";
import type { Secrets } from "../crypto/secrets.ts";
import { inTransaction, type Sql } from "../db/database.ts";
import { CardDeclined, type CardOnFile, type CheckOutcome, type SetupOutcome } from "./payments.ts";
import { judgeCard, toCheckedFingerprint, toKeptCard } from "./sandbox-cards.ts";
import { newSandboxId, type SandboxWorld, say } from "./sandbox-events.ts";

type SetupWorld = SandboxWorld & { secrets: Secrets };

/** `customerId` is whom the card will be attached to; of a check it is the reference. */
type Setup = { id: string; customerId: string; isCheck: boolean };
type Given = { id: string; card: CardForm | null };
type Progress = { cardId: string } | { challengeId: string | null } | { refusal: string };

export async function openSandboxSetup(
  { sql }: SandboxWorld,
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
  world: SetupWorld,
  given: Given & { customerId: string },
): Promise<SetupOutcome | null> {
  const progress = await finish(world, { ...given, isCheck: false }, given.card);
  if (!progress) return null;
  if ("challengeId" in progress) return asked(progress.challengeId);
  const card = await readSandboxCard(world.sql, progress.cardId);
  return card && { card, action: null };
}

/** @throws CardDeclined */
export async function finishSandboxCheck(
  world: SetupWorld,
  given: Given & { reference: string },
): Promise<CheckOutcome | null> {
  const progress = await finish(world, { id: given.id, customerId: given.reference, isCheck: true }, given.card);
  if (!progress) return null;
  if ("challengeId" in progress) return asked(progress.challengeId);
  const { fingerprint, behaviour } = await world.sql
    .selectFrom("sandbox_cards")
    .select(["fingerprint", "behaviour"])
    .where("id", "=", progress.cardId)
    .executeTakeFirstOrThrow();
  return { card: { fingerprint, isPrepaid: behaviour === "prepaid" }, action: null };
}

/** @throws CardDeclined */
async function finish(
  world: SetupWorld,
  given: Setup,
  card: CardForm | null,
): Promise<Exclude<Progress, { refusal: string }> | null> {
  const progress = await inTransaction(world.sql, async (tx): Promise<Progress | null> => {
    const setup = await selectSetup(tx, given);
    if (!setup) return null;
    if (setup.status === "done" && setup.card_id) return { cardId: setup.card_id };
    if (setup.status === "requires_action" && !card) return { challengeId: setup.challenge_id };
    if (!card) return { refusal: "The card was not confirmed. Please enter it again." };
    return takeCard(world, tx, given, card);
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

async function takeCard({ secrets, now }: SetupWorld, tx: Sql, setup: Setup, form: CardForm): Promise<Progress> {
  const judged = judgeCard(form);
  if ("refusal" in judged) return judged;
  const id = newSandboxId("pm");
  const kept = toKeptCard(secrets, form);
  if (setup.isCheck) kept.fingerprint = toCheckedFingerprint(secrets, form);
  const mustAsk = judged.behaviour === "asks once" || judged.behaviour === "asks always";
  await tx
    .insertInto("sandbox_cards")
    .values({ id, customer_id: setup.customerId, behaviour: judged.behaviour, ...kept })
    .execute();
  const challenge = mustAsk ? newSandboxId("challenge") : null;
  await tx
    .updateTable("sandbox_setups")
    .set({ card_id: id, challenge_id: challenge, status: mustAsk ? "requires_action" : "done" })
    .where("id", "=", setup.id)
    .execute();
  if (mustAsk) return { challengeId: challenge };
  await settle(tx, now(), setup, id);
  return { cardId: id };
}

/** @returns whether there was such a question about a card */
export async function answerSetup(
  { now }: SandboxWorld,
  tx: Sql,
  question: { customerId: string; challengeId: string },
  outcome: "complete" | "fail",
): Promise<boolean> {
  const setup = await tx
    .updateTable("sandbox_setups")
    .set({ status: outcome === "complete" ? "done" : "failed", challenge_id: null })
    .where("challenge_id", "=", question.challengeId)
    .where("customer_id", "=", question.customerId)
    .returning(["id", "card_id", "is_check"])
    .executeTakeFirst();
  if (!setup?.card_id) return false;
  if (outcome === "complete")
    await settle(tx, now(), { id: setup.id, customerId: question.customerId, isCheck: setup.is_check }, setup.card_id);
  return true;
}

/** Attaches the card to its customer; one that was only checked is attached to nobody. */
async function settle(tx: Sql, at: Date, { id, customerId, isCheck }: Setup, cardId: string): Promise<void> {
  await say(tx, at, { type: "setup_intent.succeeded", objectId: id, customerId });
  if (isCheck) return;
  await tx.updateTable("sandbox_cards").set({ is_attached: true }).where("id", "=", cardId).execute();
  await say(tx, at, { type: "payment_method.attached", objectId: cardId, customerId });
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

function asked(challengeId: string | null): { card: null; action: RequiredAction } {
  return { card: null, action: { kind: "card", client_secret: null, challenge_id: challengeId } };
}
