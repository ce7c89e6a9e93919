import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { serve } from "#platform/http/serve.ts";
import type { Viewer } from "#platform/viewer.ts";
import { type Entry, enterProfile } from "./enter-profile.service.ts";
import { requireRegistrant } from "./registrant.service.ts";
import { writeBasics, writeGroup, writeSport } from "./write-profile.service.ts";

type Asked = { viewer: Viewer; request: FastifyRequest; file: Buffer | null };

/** The forms of the three plans, for sign-up, upgrade and update alike. */
export function serveForms(app: FastifyInstance, deps: Deps): void {
  // Their pictures are held in memory: whoever is not signing up sends none.
  const registrantsOnly = { admit: (request: FastifyRequest) => requireRegistrant(deps, request.viewer, request) };
  const enter = async ({ viewer, request, file }: Asked, entry: Omit<Entry, "image">) =>
    enterProfile(deps, await requireRegistrant(deps, viewer, request), { ...entry, image: file });

  serve(
    app,
    earnerRoutes.individualBasics,
    ({ body: form, ...asked }) =>
      enter(asked, {
        plan: "Individual",
        form,
        keep: (draft) => ({ ...draft, basics: form }),
        write: (tx, person) => writeBasics(deps, tx, person, form),
      }),
    registrantsOnly,
  );
  serve(
    app,
    earnerRoutes.individualSport,
    ({ body: form, ...asked }) =>
      enter(asked, {
        plan: "Individual",
        form,
        keep(draft) {
          if (!draft.basics) throw new AppError("conflict", EARNER_MESSAGES.stepOneFirst);
          return { ...draft, sport: form };
        },
        write: (tx, person) => writeSport(tx, person.id, form),
      }),
    registrantsOnly,
  );
  serve(
    app,
    earnerRoutes.team,
    ({ body: form, ...asked }) =>
      enter(asked, {
        plan: "Team",
        form,
        keep: (draft) => ({ ...draft, team: form }),
        write: (tx, person) => writeGroup(deps, tx, person, form),
      }),
    registrantsOnly,
  );
  serve(
    app,
    earnerRoutes.organization,
    ({ body: form, ...asked }) =>
      enter(asked, {
        plan: "Organization",
        form,
        keep: (draft) => ({ ...draft, organization: form }),
        write: (tx, person) => writeGroup(deps, tx, person, form),
      }),
    registrantsOnly,
  );
}
