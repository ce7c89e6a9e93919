import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { serve } from "#platform/http/serve.ts";
import { enterProfile } from "./enter-profile.service.ts";
import { requireRegistrant } from "./registrant.service.ts";
import { writeBasics, writeGroup, writeSport } from "./write-profile.service.ts";

/** The forms of the three plans, for sign-up, upgrade and update alike. */
export function serveForms(app: FastifyInstance, deps: Deps): void {
  // Their pictures are held in memory: whoever is not signing up sends none.
  const registrantsOnly = { admit: (request: FastifyRequest) => requireRegistrant(deps, request.viewer, request) };
  serve(
    app,
    earnerRoutes.individualBasics,
    async ({ viewer, body, file, request }) =>
      enterProfile(deps, await requireRegistrant(deps, viewer, request), {
        plan: "Individual",
        form: body,
        image: file,
        keep: (draft) => ({ ...draft, basics: body }),
        write: (tx, person) => writeBasics(deps, tx, person, body),
      }),
    registrantsOnly,
  );
  serve(
    app,
    earnerRoutes.individualSport,
    async ({ viewer, body, file, request }) =>
      enterProfile(deps, await requireRegistrant(deps, viewer, request), {
        plan: "Individual",
        form: body,
        image: file,
        keep(draft) {
          if (!draft.basics) throw new AppError("conflict", EARNER_MESSAGES.stepOneFirst);
          return { ...draft, sport: body };
        },
        write: (tx, person) => writeSport(tx, person.id, body),
      }),
    registrantsOnly,
  );
  serve(
    app,
    earnerRoutes.team,
    async ({ viewer, body, file, request }) =>
      enterProfile(deps, await requireRegistrant(deps, viewer, request), {
        plan: "Team",
        form: body,
        image: file,
        keep: (draft) => ({ ...draft, team: body }),
        write: (tx, person) => writeGroup(deps, tx, person, body),
      }),
    registrantsOnly,
  );
  serve(
    app,
    earnerRoutes.organization,
    async ({ viewer, body, file, request }) =>
      enterProfile(deps, await requireRegistrant(deps, viewer, request), {
        plan: "Organization",
        form: body,
        image: file,
        keep: (draft) => ({ ...draft, organization: body }),
        write: (tx, person) => writeGroup(deps, tx, person, body),
      }),
    registrantsOnly,
  );
}
