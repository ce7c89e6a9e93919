/**
 * What pages and mails call the product. A database holds the name too, as the type of earners' accounts, and
 * whoever runs it reads it in a few sentences at the start.
 */
export const BRAND = {
  name: "Fieldhouse",
  slug: "fieldhouse",
  supportEmail: "support@fieldhouse.test",
} as const;
