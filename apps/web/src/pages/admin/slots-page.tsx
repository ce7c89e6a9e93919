import { SlotPicture } from "#features/slots/slots.tsx";
import { StaffSlots } from "#features/staff-slots/staff-slots.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export function SlotsPage() {
  return (
    <>
      <PageHeader
        title="Slots"
        about="House and sponsor pictures for visitors and General Users. Earners never see them: Premium is free of ads."
      />
      <StaffSlots renderPicture={(slot) => <SlotPicture slot={slot} isPreview />} />
    </>
  );
}
