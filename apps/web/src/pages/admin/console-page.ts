import type { ComponentType } from "react";

export type ConsolePageProps = {
  /** Of the thing that the page is about, as in `/admin/people/{id}`. */
  id: string | null;
  /** The pages that this person can open. */
  paths: readonly string[];
};

export type ConsolePage = {
  /** Behind `/admin/`. */
  path: string;
  label: string;
  /** `admin`: not shown to moderators, to whom the server refuses it as well. */
  access: "staff" | "admin";
  Page: ComponentType<ConsolePageProps>;
};

export type ConsoleGroup = { label: string; pages: readonly ConsolePage[] };
