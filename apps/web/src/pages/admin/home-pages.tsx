import { AnnouncementCard } from "#features/announcements/announcement-block.tsx";
import { AthletePicks } from "#features/picks/athlete-picks.tsx";
import { BannerEditor } from "#features/picks/banner-editor.tsx";
import { SlotPicture } from "#features/slots/slots.tsx";
import { StaffAnnouncements } from "#features/staff-announcements/staff-announcements.tsx";
import { StaffCategories } from "#features/staff-categories/staff-categories.tsx";
import { StaffSlots } from "#features/staff-slots/staff-slots.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export function AnnouncementsPage() {
  return (
    <>
      <PageHeader
        title="Announcement"
        about="What the team says on Explore. If several are on, the one that started last is shown."
      />
      <StaffAnnouncements renderPreview={(preview) => <AnnouncementCard announcement={preview} />} />
    </>
  );
}

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

export function BannerPage() {
  return (
    <>
      <PageHeader
        title="Home banner"
        about="The large videos at the top of the home page: first those you pin, then what is trending."
      />
      <BannerEditor />
    </>
  );
}

export function AthletesPage() {
  return (
    <>
      <PageHeader
        title="Athletes of the week"
        about="The list follows views, followers, likes and uploads of the last seven days. You can pin an athlete, or remove one from the list."
      />
      <AthletePicks />
    </>
  );
}

export function CategoriesPage() {
  return (
    <>
      <PageHeader
        title="Categories"
        about="The sports, in the order of every menu. A category is never deleted: merge it, or stop offering it."
      />
      <StaffCategories />
    </>
  );
}
