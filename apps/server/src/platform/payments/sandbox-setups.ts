import type { CardForm } from "@app/contract/cards";
import type { Secrets } from "../crypto/secrets.ts";
import { inTransaction, type Sql } from "../db/database.ts";
import { CardDeclined, type CardOnFile, type SetupOutcome } from "./payments.ts";
import { judgeCard, toKeptCard } from "./sandbox-cards.ts";
import { newSandboxId, type SandboxWorld, say } from "./sandbox-events.ts";

type SetupWorld = SandboxWorld & { secrets: Secrets };

export async function openSandboxSetup({ sql }: SandboxWorld, customerId: string): Promise<{ id: string }> {
  const id = newSandboxId("seti");
  await sql.insertInto("sandbox_setups").values({ id, customer_id: customerId, status: "open" }).execute();
  return { id };
}

/** @throws CardDeclined */
export async function finishSandboxSetup(
  world: SetupWorld,
  given: { id: string; customerId: string; card: CardForm | null },
): Promise<SetupOutcome | null> {
  const outcome = await inTransaction(world.sql, async (tx) => {
    const setup = await selectSetup(tx, given);
    if (!setup) return null;
    if (setup.status === "done" && setup.card_id) return done(await readSandboxCard(tx, setup.card_id));
    if (setup.status === "requires_action" && !given.card) return asked(setup.challenge_id);
    if (!given.card) return { refusal: "The card was not confirmed. Please enter it again." };
    return takeCard(world, tx, given, given.card);
  });
  if (outcome && "refusal" in outcome) throw new CardDeclined(outcome.refusal);
  return outcome;
}

function selectSetup(tx: Sql, { id, customerId }: { id: string; customerId: string }) {
  return tx
    .selectFrom("sandbox_setups")
    .selectAll()
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .forUpdate()
    .executeTakeFirst();
}

async function takeCard(
  { secrets, now }: SetupWorld,
  tx: Sql,
  setup: { id: string; customerId: string },
  form: CardForm,
): Promise<SetupOutcome | { refusal: string } | null> {
  const judged = judgeCard(form);
  if ("refusal" in judged) return judged;
  const id = newSandboxId("pm");
  const mustAsk = judged.behaviour === "asks once" || judged.behaviour === "asks always";
  await tx
    .insertInto("sandbox_cards")
    .values({ id, customer_id: setup.customerId, behaviour: judged.behaviour, ...toKeptCard(secrets, form) })
    .execute();
  const challenge = mustAsk ? newSandboxId("challenge") : null;
  await tx
    .updateTable("sandbox_setups")
    .set({ card_id: id, challenge_id: challenge, status: mustAsk ? "requires_action" : "done" })
    .where("id", "=", setup.id)
    .execute();
  if (mustAsk) return asked(challenge);
  await attach(tx, now(), { setupId: setup.id, cardId: id, customerId: setup.customerId });
  return done(await readSandboxCard(tx, id));
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
    .returning(["id", "card_id"])
    .executeTakeFirst();
  if (!setup?.card_id) return false;
  if (outcome === "complete")
    await attach(tx, now(), { setupId: setup.id, cardId: setup.card_id, customerId: question.customerId });
  return true;
}

async function attach(tx: Sql, at: Date, card: { setupId: string; cardId: string; customerId: string }): Promise<void> {
  await tx.updateTable("sandbox_cards").set({ is_attached: true }).where("id", "=", card.cardId).execute();
  await say(tx, at, { type: "setup_intent.succeeded", objectId: card.setupId, customerId: card.customerId });
  await say(tx, at, { type: "payment_method.attached", objectId: card.cardId, customerId: card.customerId });
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

function done(card: CardOnFile | null): SetupOutcome | null {
  return card && { card, action: null };
}

function asked(challengeId: string | null): SetupOutcome {
  return { card: null, action: { kind: "card", client_secret: null, challenge_id: challengeId } };
}
