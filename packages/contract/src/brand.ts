/** The product's name on pages and in emails. The name is also in the database, as part of earners' user type. */
export const BRAND = {
  name: "Fieldhouse",
  slug: "fieldhouse",
  supportEmail: "support@fieldhouse.test",
} as const;
