import { AnnouncementCard } from "#features/announcements/announcement-block.tsx";
import { StaffAnnouncements } from "#features/staff-announcements/staff-announcements.tsx";
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
