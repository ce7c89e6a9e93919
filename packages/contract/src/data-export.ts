import { z } from "zod";
import { defineRoute } from "./http.ts";

/** How long a finished export is kept. */
export const EXPORT_DAYS = 7;

export const EXPORT_MESSAGES = {
  asked: "We are putting your data together and will send you an email when it is ready.",
} as const;

export const dataExport = z.object({
  state: z.enum(["none", "preparing", "ready", "failed", "expired"]),
  asked_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  size_bytes: z.int().nullable(),
  /** A signed address of the ZIP, good for some hours, for whoever has just confirmed their password. */
  url: z.string().nullable(),
  /** It is ready, and to be had once the password is confirmed on this device. */
  needs_password: z.boolean(),
});
export type DataExport = z.infer<typeof dataExport>;

export const dataExportRoutes = {
  one: defineRoute({
    name: "exports.one",
    summary: "How far one's data export is",
    method: "GET",
    path: "/data-export",
    access: "member",
    data: dataExport,
  }),
  ask: defineRoute({
    name: "exports.ask",
    summary: "Ask for everything that is kept about oneself as a ZIP; once a day, needs a confirmed password",
    method: "POST",
    path: "/data-export",
    access: "member",
    limits: ["mails"],
    data: dataExport,
    writes: "data_exports",
  }),
};
