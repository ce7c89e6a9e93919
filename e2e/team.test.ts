import { expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ club: "Team", leo: null });
await publishClip(product, "club", "Season opener");

test("an owner invites a fan, who joins by the email, finds the club's hub, and leaves", async () => {
  const { origin } = product;
  const owner = (await visit(browser, { width: 1440, scheme: "light" })).page;
  await beSignedIn(owner, origin, "club");
  await owner.goto(`${origin}/setting?tab=team`);
  await owner.getByLabel("Email", { exact: true }).fill("not an address");
  await owner.getByRole("button", { name: "Send invitation" }).click();
  await owner.getByText(/valid email/).waitFor();
  await owner.getByLabel("Email", { exact: true }).fill("leo@people.test");
  await owner.getByLabel("Role", { exact: true }).selectOption({ label: "Manager" });
  await owner.getByRole("button", { name: "Send invitation" }).click();
  const invitation = owner.getByRole("list", { name: "Open invitations" }).getByRole("listitem");
  await invitation.getByText("leo@people.test").waitFor();
  await invitation.getByText(/^Manager · valid until [A-Z][a-z]+ \d+, \d{4}$/).waitFor();
  await lookAt(owner, "team");

  const fan = (await visit(browser, { width: 360, scheme: "dark" })).page;
  const link = await mailedLink(origin, "leo@people.test", "team-invitation");
  await fan.goto(link);
  await fan.getByRole("button", { name: "Sign in" }).last().waitFor();
  await lookAt(fan, "team-invitation");
  await beSignedIn(fan, origin, "leo");
  await fan.goto(link);
  await fan.getByRole("button", { name: /^Join/ }).click();
  await fan.getByRole("list", { name: "Members" }).getByText("Manager").waitFor();
  await lookAt(fan, "team-member");
  await fan.goto(`${origin}/creator-view`);
  await fan.getByText("Season opener").first().waitFor();
  expect(await fan.getByLabel("Channel", { exact: true }).inputValue()).not.toBe("");
  // Their header offers an upgrade in place of this.
  await fan.getByRole("main").getByRole("link", { name: "Upload" }).waitFor();
  await lookAt(fan, "team-hub");

  await owner.reload();
  await owner.getByText("@leo").first().waitFor();
  await fan.goto(`${origin}/setting?tab=team`);
  await fan.getByRole("button", { name: /^Leave/ }).click();
  await fan.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await fan.getByText("Channels of Teams and Organizations can be run by several people.").waitFor();
});
