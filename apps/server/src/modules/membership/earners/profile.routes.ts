import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { COVER_PART, PROFILE_MESSAGES, profileRoutes } from "@app/contract/profile";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { readFilePart } from "#platform/http/form-parts.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember, type Viewer } from "#platform/viewer.ts";
import { editChannel, editCover, uploadCover } from "./edit-channel.service.ts";
import { type Entry, enterProfile } from "./enter-profile.service.ts";
import { readProfile, updateProfile } from "./profile.service.ts";
import { requireRegistrant } from "./registration-state.service.ts";
import { writeBasics, writeGroup, writeSport } from "./write-profile.service.ts";

export function serveProfile(app: FastifyInstance, deps: Deps): void {
  serve(app, profileRoutes.one, ({ viewer }) => readProfile(deps, requireMember(viewer)));
  serve(
    app,
    profileRoutes.update,
    async ({ viewer, body, file }) =>
      new Reply(
        EARNER_MESSAGES.updated,
        await updateProfile(deps, requireMember(viewer), { changes: body, image: file }),
      ),
  );
  serve(
    app,
    profileRoutes.uploadCover,
    async ({ viewer, request }) =>
      new Reply(
        PROFILE_MESSAGES.coverKept,
        await uploadCover(deps, requireMember(viewer), await readFilePart(request, COVER_PART)),
      ),
  );
  serve(
    app,
    profileRoutes.updateChannel,
    async ({ viewer, params, body, file }) =>
      new Reply(
        PROFILE_MESSAGES.channelChanged,
        await editChannel(deps, requireMember(viewer), params.id, { changes: body, image: file }),
      ),
  );
  serve(
    app,
    profileRoutes.uploadChannelCover,
    async ({ viewer, params, request }) =>
      new Reply(
        PROFILE_MESSAGES.coverKept,
        await editCover(deps, requireMember(viewer), params.id, await readFilePart(request, COVER_PART)),
      ),
  );
}

type FormContext = { viewer: Viewer; request: FastifyRequest; file: Buffer | null };

/** The forms of the three plans, for sign-ups, upgrades and earners. */
export function serveForms(app: FastifyInstance, deps: Deps): void {
  // Pictures are buffered in memory, so only members and people who are signing up may send them.
  const registrantsOnly = { admit: (request: FastifyRequest) => requireRegistrant(deps, request.viewer, request) };
  const enter = async ({ viewer, request, file }: FormContext, entry: Omit<Entry, "image">) =>
    enterProfile(deps, await requireRegistrant(deps, viewer, request), { ...entry, image: file });

  serve(
    app,
    earnerRoutes.individualBasics,
    ({ body: form, ...context }) =>
      enter(context, {
        plan: "Individual",
        form,
        addTo: (draft) => ({ ...draft, basics: form }),
        write: (tx, person) => writeBasics(deps, tx, person, form),
      }),
    registrantsOnly,
  );
  serve(
    app,
    earnerRoutes.individualSport,
    ({ body: form, ...context }) =>
      enter(context, {
        plan: "Individual",
        form,
        addTo(draft) {
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
    ({ body: form, ...context }) =>
      enter(context, {
        plan: "Team",
        form,
        addTo: (draft) => ({ ...draft, team: form }),
        write: (tx, person) => writeGroup(deps, tx, person, form),
      }),
    registrantsOnly,
  );
  serve(
    app,
    earnerRoutes.organization,
    ({ body: form, ...context }) =>
      enter(context, {
        plan: "Organization",
        form,
        addTo: (draft) => ({ ...draft, organization: form }),
        write: (tx, person) => writeGroup(deps, tx, person, form),
      }),
    registrantsOnly,
  );
}
