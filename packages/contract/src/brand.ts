/** The product's name on pages and in emails. */
export const BRAND = {
  name: "Fieldhouse",
  slug: "fieldhouse",
  supportEmail: "support@fieldhouse.test",
} as const;

/** The user type of an earner, as the database has it: it stays when the product's name changes. */
export const EARNER_TYPE = "Fieldhouse" as const;

/** Stands for everybody whose account was erased. */
export const DELETED_USER = "Deleted user";
