import { ANNOUNCEMENT_CUT } from "@app/contract/announcement-limits";
import { ANNOUNCEMENT_TITLE_MAX_CHARS, type StaffAnnouncement } from "@app/contract/staff-announcements";
import { useState } from "react";
import { Field, TextArea, TextInput } from "#ui/field.tsx";
import { faultOf, fromPeriod, PeriodFormDialog, toPeriod } from "#ui/period-form-dialog.tsx";
import { useChangeAnnouncement } from "./staff-announcements.queries.ts";

type AnnouncementFormProps = { announcement: StaffAnnouncement | null; onClose: () => void };

/** Writes a new announcement, or changes one. */
export function AnnouncementForm({ announcement, onClose }: AnnouncementFormProps) {
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
      ...{ title: typed.title, description: typed.description },
      youtube_link: typed.link.trim() === "" ? null : typed.link,
      ...fromPeriod(period),
    };
    save.mutate(announcement ? { kind: "change", id: announcement.id, fields } : { kind: "add", fields });
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
        hint="Loaded only after a click, from second 10 to 15. A video that you upload afterwards is shown instead."
        error={fault("youtube_link")}
      >
        <TextInput type="url" inputMode="url" maxLength={500} value={typed.link} onChange={set("link")} />
      </Field>
    </PeriodFormDialog>
  );
}
