import { numberRoutes } from "@app/contract/numbers";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { readNumbers } from "./numbers.service.ts";

export function serveNumbers(app: FastifyInstance, deps: Deps): void {
  serve(app, numberRoutes.read, () => readNumbers(deps), { sharedBy: "everybody" });
}
