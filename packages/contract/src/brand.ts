/** The product's name stands here and nowhere else. */
export const BRAND = {
  name: "Fieldhouse",
  slug: "fieldhouse",
  supportEmail: "support@fieldhouse.test",
} as const;
