import type { GuardianRequest } from "@app/contract/guardian";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { GuardianConsent } from "./guardian-consent.tsx";

const request = (state: GuardianRequest["state"]): Omit<GuardianRequest, "is_of_age"> => ({
  guardian_name: "Rosa Reyes",
  first_name: "Maya",
  plan: null,
  consent_text: "I consent.",
  state,
  prices: [{ plan: "Individual", title: "Individual", price_cents: 1000 }],
  can: { consent: state !== "accepted", decline: state === "asked", withdraw: state === "accepted" },
  provider: "sandbox",
  publishable_key: null,
});

/** Shows the page, and answers as the server does. */
function show(state: GuardianRequest["state"], changes: Partial<GuardianRequest> = {}) {
  let now = state;
  answerWith((path) => {
    if (path.endsWith("/card-check")) return { id: "seti_1", client_secret: null };
    if (path.endsWith("/consent")) {
      now = "accepted";
      return { request: request(now), requires_action: null };
    }
    if (path.endsWith("/decline")) now = now === "accepted" ? "withdrawn" : "declined";
    return { ...request(now), ...changes };
  });
  return renderOnPage(
    <main tabIndex={-1}>
      <GuardianConsent token={"t".repeat(43)} uselessMessage="Useless" clearAddress={() => undefined} />
    </main>,
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

/** The answer has the focus, which reads it out. */
const answerHasFocus = (text: string) =>
  waitFor(() => expect([document.activeElement?.role, document.activeElement?.textContent]).toEqual(["status", text]));

async function fillIn(): Promise<void> {
  await userEvent.type(screen.getByLabelText("Your name"), "Rosa Reyes");
  await userEvent.selectOptions(screen.getByLabelText("Your relationship"), "Mother");
  await userEvent.type(screen.getByLabelText("Card number"), "4242424242424242");
  await userEvent.type(screen.getByLabelText("Expires"), "1240");
  await userEvent.type(screen.getByLabelText("Security code"), "123");
  await userEvent.type(screen.getByLabelText("Name on card"), "Rosa Reyes");
  await userEvent.type(screen.getByLabelText("Billing ZIP"), "10001");
  await userEvent.click(screen.getByRole("checkbox"));
}

test("opening the page moves no focus; the form that replaces its button does, and so does the answer", async () => {
  show("asked");
  await screen.findByRole("button", { name: "Continue to consent" });
  expect(document.activeElement).toBe(document.body);
  await press("Continue to consent");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Your consent" }));

  await fillIn();
  await press("I consent");
  await answerHasFocus("You have given your consent.");
});

test("a consent that was given elsewhere meanwhile is shown instead of the form", async () => {
  show("asked");
  await press("Continue to consent");
  await fillIn();
  vi.stubGlobal("fetch", async (path: string) =>
    path.endsWith("/card-check")
      ? Response.json({ kind: "conflict", message: "Too late", errors: {} }, { status: 409 })
      : Response.json({ code: 200, status: "success", message: "OK", data: request("accepted") }),
  );
  await press("I consent");
  await answerHasFocus("You have given your consent.");
});

test("a consent that is being typed outlives a failed refresh", async () => {
  const { queries } = show("asked");
  await press("Continue to consent");
  const field = screen.getByLabelText<HTMLInputElement>("Your name");
  await userEvent.type(field, "Rosa");
  vi.stubGlobal("fetch", async () => Response.json({ message: "Unavailable", errors: {} }, { status: 503 }));
  await act(async () => {
    await queries.refetchQueries();
    // Components hear of it in the next turn.
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect([field.isConnected, field.value]).toEqual([true, "Rosa"]);
});

test("the answer takes the focus after declining", async () => {
  show("asked");
  await press("I do not consent");
  await answerHasFocus("You have not given your consent.");
});

test("the answer takes the focus after withdrawing", async () => {
  show("accepted");
  await press("Withdraw my consent");
  await press("Withdraw");
  await answerHasFocus("You have withdrawn your consent.");
});

test("once the person is 18, nothing is asked for, and the withdrawal says that nothing changes", async () => {
  show("accepted", { is_of_age: true });
  await screen.findByText(/is 18 or older now and no longer needs your consent/);
  expect(screen.queryByText(/under 18/)).toBeNull();
  await press("Withdraw my consent");
  screen.getByText("Nothing changes for Maya.");
});

test("a request that is no longer needed has no answer, and does not advise another email", async () => {
  show("asked", { is_of_age: true, can: { consent: false, decline: false, withdraw: false } });
  await screen.findByText(/no longer needs your consent/);
  expect([screen.queryByRole("button"), screen.queryByText(/another email/)]).toEqual([null, null]);
});
