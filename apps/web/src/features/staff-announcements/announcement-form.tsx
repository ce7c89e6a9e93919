import { ANNOUNCEMENT_CUT } from "@app/contract/announcement-limits";
import { ANNOUNCEMENT_TITLE_MAX_CHARS, type StaffAnnouncement } from "@app/contract/staff-announcements";
import { useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { timeZone, toIso, toLocalTime } from "#lib/local-time.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, FieldError, TextArea, TextInput } from "#ui/field.tsx";
import { useChangeAnnouncement } from "./staff-announcements.queries.ts";

type AnnouncementFormProps = { announcement: StaffAnnouncement | null; onClose: () => void };

/** Writes a new announcement, or changes one. */
export function AnnouncementForm({ announcement, onClose }: AnnouncementFormProps) {
  const [typed, setTyped] = useState(() => ({
    title: announcement?.title ?? "",
    description: announcement?.description ?? "",
    link: announcement?.youtube_link ?? "",
    starts: announcement ? toLocalTime(new Date(announcement.starts_at)) : "",
    ends: announcement?.ends_at ? toLocalTime(new Date(announcement.ends_at)) : "",
  }));
  const save = useChangeAnnouncement({ hasForm: true, onDone: onClose });
  const faults = save.error instanceof ApiError ? save.error.errors : {};
  const fault = (field: string) => faults[field]?.join(" ");
  const set = (field: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });

  const submit = () => {
    if (save.isPending) return;
    const fields = {
      ...{ title: typed.title, description: typed.description },
      youtube_link: typed.link.trim() === "" ? null : typed.link,
      starts_at: toIso(typed.starts) ?? new Date().toISOString(),
      ends_at: toIso(typed.ends),
    };
    save.mutate(announcement ? { kind: "change", id: announcement.id, fields } : { kind: "add", fields });
  };

  return (
    <Dialog isOpen onClose={onClose} title={announcement ? "Edit the announcement" : "Write an announcement"}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
        <Field label="Starts" hint={`Empty: now. Your time zone: ${timeZone()}.`} error={fault("starts_at")}>
          <TextInput type="datetime-local" value={typed.starts} onChange={set("starts")} />
        </Field>
        <Field label="Ends" hint="Empty: until you turn it off." error={fault("ends_at")}>
          <TextInput type="datetime-local" value={typed.ends} onChange={set("ends")} />
        </Field>
        {save.error && Object.keys(faults).length === 0 && <FieldError>{messageOf(save.error)}</FieldError>}
        <Button type="submit" busy={save.isPending} className="self-end">
          Save
        </Button>
      </form>
    </Dialog>
  );
}
