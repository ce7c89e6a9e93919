import type { Announcement } from "@app/contract/announcements";
import type { StaffAnnouncement } from "@app/contract/staff-announcements";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { AnnouncementForm } from "./announcement-form.tsx";
import { StaffAnnouncementItem } from "./staff-announcement-item.tsx";
import { staffAnnouncements } from "./staff-announcements.queries.ts";

type StaffAnnouncementsProps = { renderPreview: (preview: Announcement) => ReactNode };

/** Every announcement, the latest start first. */
export function StaffAnnouncements({ renderPreview }: StaffAnnouncementsProps) {
  const list = useInfiniteQuery(staffAnnouncements);
  /** Null: a new one. */
  const [edited, setEdited] = useState<StaffAnnouncement | null | undefined>(undefined);
  const write = () => setEdited(null);
  return (
    <>
      <Button className="self-start" onClick={write}>
        Write an announcement
      </Button>
      <InfiniteList
        label="Announcements"
        list={list}
        itemsOf={({ announcements }) => announcements}
        className="flex flex-col gap-3"
        skeleton={<Skeleton className="h-36 rounded-media" />}
        empty={
          <Empty title="No data available">
            <p>Nothing has been announced yet. What you write is off until you turn it on.</p>
          </Empty>
        }
      >
        {(announcement) => (
          <StaffAnnouncementItem
            announcement={announcement}
            onEdit={() => setEdited(announcement)}
            renderPreview={renderPreview}
          />
        )}
      </InfiniteList>
      {edited !== undefined && <AnnouncementForm announcement={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
