/** What other domains and commands may use of this one. */

export { encryptedSubscriptions } from "./web-push/encrypted-subscriptions.service.ts";
