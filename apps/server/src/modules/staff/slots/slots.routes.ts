import { SLOT_MESSAGES, SLOT_PICTURE, slotRoutes } from "@app/contract/slots";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readFilePart } from "#platform/http/form-parts.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";
import {
  addSlot,
  changeSlot,
  listShownSlots,
  listSlots,
  openSlot,
  orderSlots,
  removeSlot,
  setSlotPicture,
  turnSlot,
} from "./slots.service.ts";

export function serveSlots(app: FastifyInstance, deps: Deps): void {
  serve(app, slotRoutes.shown, ({ viewer, query }) => listShownSlots(deps, viewer, query.place), {
    coalesce: "visitors",
  });

  serve(app, slotRoutes.open, async ({ params }) => {
    await openSlot(deps, params.id);
    return null;
  });

  serve(app, slotRoutes.list, () => listSlots(deps));

  serve(
    app,
    slotRoutes.add,
    async ({ viewer, body }) =>
      new Reply(SLOT_MESSAGES.added, await addSlot(deps, requireStaff(viewer, "staff"), body)),
  );

  serve(app, slotRoutes.change, async ({ viewer, params, body }) => {
    await changeSlot(deps, requireStaff(viewer, "staff"), params.id, body);
    return new Reply(SLOT_MESSAGES.saved, null);
  });

  serve(app, slotRoutes.turn, async ({ viewer, params, body }) => {
    await turnSlot(deps, requireStaff(viewer, "staff"), params.id, body.is_active);
    return new Reply(body.is_active ? SLOT_MESSAGES.on : SLOT_MESSAGES.off, null);
  });

  serve(app, slotRoutes.order, async ({ viewer, body }) => {
    await orderSlots(deps, requireStaff(viewer, "staff"), body);
    return new Reply(SLOT_MESSAGES.ordered, null);
  });

  serve(app, slotRoutes.sendPicture, async ({ viewer, params, request }) => {
    const picture = await readFilePart(request, SLOT_PICTURE);
    await setSlotPicture(deps, requireStaff(viewer, "staff"), params.id, picture);
    return new Reply(SLOT_MESSAGES.pictureSaved, null);
  });

  serve(app, slotRoutes.remove, async ({ viewer, params }) => {
    await removeSlot(deps, requireStaff(viewer, "staff"), params.id);
    return new Reply(SLOT_MESSAGES.removed, null);
  });
}
