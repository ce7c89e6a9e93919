import { ANNOUNCEMENT_CUT } from "@app/contract/announcement-limits";
import {
  ANNOUNCEMENT_TITLE_MAX_CHARS,
  type Announcement,
  type StaffAnnouncement,
} from "@app/contract/staff-announcements";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { onlyChanged } from "#lib/only-changed.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field, TextArea, TextInput } from "#ui/field.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { faultOf, fromPeriod, PeriodFormDialog, toPeriod } from "#ui/period-form-dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { StaffAnnouncementItem, staffAnnouncements, useChangeAnnouncement } from "./staff-announcement-item.tsx";

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

type AnnouncementFormProps = { announcement: StaffAnnouncement | null; onClose: () => void };

/** Writes a new announcement, or changes one. */
function AnnouncementForm({ announcement, onClose }: AnnouncementFormProps) {
  const [typed, setTyped] = useState(() => ({
    title: announcement?.title ?? "",
    description: announcement?.description ?? "",
    link: announcement?.youtube_link ?? "",
  }));
  const [period, setPeriod] = useState(() => toPeriod(announcement));
  const save = useChangeAnnouncement({ hasForm: true, onDone: onClose });
  const fault = (field: string) => faultOf(save.error, field);
  const set = (field: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });

  const submit = () => {
    const fields = {
      title: typed.title,
      description: typed.description,
      youtube_link: typed.link.trim() === "" ? null : typed.link,
      ...fromPeriod(period, announcement),
    };
    if (announcement === null) save.mutate({ kind: "add", fields });
    else save.mutate({ kind: "change", id: announcement.id, changes: onlyChanged(announcement, fields) });
  };

  return (
    <PeriodFormDialog
      title={announcement ? "Edit the announcement" : "Write an announcement"}
      period={period}
      onPeriod={setPeriod}
      error={save.error}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Title" error={fault("title")}>
        <TextInput maxLength={ANNOUNCEMENT_TITLE_MAX_CHARS} value={typed.title} onChange={set("title")} />
      </Field>
      <Field label="Description" optional error={fault("description")}>
        <TextArea
          maxLength={ANNOUNCEMENT_CUT}
          submitsOnEnter={false}
          value={typed.description}
          onChange={set("description")}
        />
      </Field>
      <Field
        label="YouTube link"
        optional
        hint="Loaded only after a click, from second 10 to 15. A video that you upload afterward is shown instead."
        error={fault("youtube_link")}
      >
        <TextInput type="url" inputMode="url" maxLength={500} value={typed.link} onChange={set("link")} />
      </Field>
    </PeriodFormDialog>
  );
}
