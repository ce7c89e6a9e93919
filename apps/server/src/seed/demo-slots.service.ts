import { SLOT_SIZE } from "@app/contract/slots";
import { condensed } from "@app/drawing/fonts";
import { createCanvas } from "@napi-rs/canvas";
import { addSlot, changeSlot, listSlots, setSlotPicture } from "#modules/staff/index.ts";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import { type DemoSlot, SLOTS } from "./world/slots.ts";

const { widthPx, heightPx } = SLOT_SIZE;

/** Adds the slots of the demo world, unless there are some. */
export async function makeDemoSlots(
  deps: Pick<Deps, "sql" | "storage" | "config" | "now">,
  staff: Member,
): Promise<void> {
  const isThere = new Set((await listSlots(deps)).filter((slot) => slot.is_active).map(({ alt }) => alt));
  for (const slot of SLOTS.filter(({ alt }) => !isThere.has(alt))) {
    const { lines: _, colors: __, ...about } = slot;
    const fields = { ...about, starts_at: deps.now().toISOString(), ends_at: null };
    const { id } = await addSlot(deps, staff, fields);
    await setSlotPicture(deps, staff, id, await drawSlot(slot));
    await changeSlot(deps, staff, id, { ...fields, is_active: true });
  }
}

/** A stripe of color and two lines of text. */
function drawSlot({ lines: [title, about], colors: [ground, accent] }: DemoSlot): Promise<Buffer> {
  const canvas = createCanvas(widthPx, heightPx);
  const draw = canvas.getContext("2d");
  draw.fillStyle = ground;
  draw.fillRect(0, 0, widthPx, heightPx);
  draw.fillStyle = accent;
  for (let at = 0; at < 5; at++) {
    draw.globalAlpha = 0.16 + at * 0.05;
    draw.beginPath();
    draw.moveTo(820 + at * 76, heightPx);
    draw.lineTo(940 + at * 76, 0);
    draw.lineTo(980 + at * 76, 0);
    draw.lineTo(860 + at * 76, heightPx);
    draw.fill();
  }
  draw.globalAlpha = 1;
  draw.font = condensed(76);
  draw.fillText(title, 60, 145, 800);
  draw.fillStyle = "#f3f5f2";
  draw.font = condensed(40, 600);
  draw.fillText(about, 60, 210, 800);
  return canvas.encode("png");
}
