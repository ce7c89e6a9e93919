import type { Page } from "playwright-core";
import type { FakeStripe } from "../../apps/server/src/testing/fake-stripe/fake-stripe.ts";

/** Fakes the part of Stripe's script in use: one field for a number, which is sent only to the fake. */
const SCRIPT = `
  window.Stripe = () => ({
    elements: ({ clientSecret }) => ({
      clientSecret,
      create() {
        const listeners = {};
        const element = {
          mount(place) {
            const label = document.createElement("label");
            const input = document.createElement("input");
            input.id = "fake-stripe-number";
            label.append("Stripe's card number", input);
            place.append(label);
            setTimeout(() => listeners.ready?.(element));
          },
          on: (name, listener) => { listeners[name] = listener; return element; },
          once: () => element, off: () => element, update() {}, unmount() {}, destroy() {},
        };
        return element;
      },
      getElement: () => null, update() {}, on() {}, off() {},
    }),
    confirmSetup: ({ elements }) =>
      window.confirmAtStripe(elements.clientSecret, document.getElementById("fake-stripe-number").value),
    createToken() {}, createPaymentMethod() {}, confirmCardPayment() {}, registerAppInfo() {}, _registerWrapper() {},
  });`;

/**
 * Fakes js.stripe.com in this page.
 * @returns the page's URLs when the script ran or confirmed a card
 */
export async function fakeStripe(page: Page, fake: FakeStripe): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction("confirmAtStripe", (clientSecret: string, number: string) => {
    seen.push(page.url());
    fake.page.enterCard(clientSecret, number);
    const { error } = fake.world.setups.get(clientSecret.split("_secret_")[0] ?? "") ?? {};
    return error ? { error: { type: "card_error", message: error } } : {};
  });
  await page.route("https://js.stripe.com/**", (route) => {
    seen.push(page.url());
    return route.fulfill({ contentType: "text/javascript", body: SCRIPT });
  });
  return seen;
}
