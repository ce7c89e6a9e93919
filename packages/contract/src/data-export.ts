import { z } from "zod";
import { defineRoute } from "./http.ts";

/** How long a finished export can be downloaded. */
export const EXPORT_DAYS = 7;

export const EXPORT_MESSAGES = {
  requested: "We are putting your data together and will send you an email when it is ready.",
} as const;

export const dataExport = z.object({
  state: z.enum(["none", "preparing", "ready", "failed", "expired"]),
  asked_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  size_bytes: z.int().nullable(),
  /** A signed URL of the ZIP file, valid for some hours. Null unless the password was confirmed on this device. */
  url: z.string().nullable(),
  /** Ready, but the password has to be confirmed on this device before `url` is returned. */
  needs_password: z.boolean(),
});
export type DataExport = z.infer<typeof dataExport>;

export const dataExportRoutes = {
  one: defineRoute({
    name: "exports.one",
    summary: "Read the state of your data export",
    method: "GET",
    path: "/data-export",
    access: "member",
    data: dataExport,
  }),
  request: defineRoute({
    name: "exports.ask",
    summary: "Request all your data as a ZIP file; once a day, needs a confirmed password",
    method: "POST",
    path: "/data-export",
    access: "member",
    limits: ["mails"],
    data: dataExport,
    writes: "data_exports",
  }),
};
