import { useNavigate, useSearch } from "@tanstack/react-router";
import { StaffComments } from "#features/staff-comments/staff-comments.tsx";
import { StaffWordsForm } from "#features/staff-comments/staff-words-form.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Section } from "#ui/section.tsx";

export function CommentsPage() {
  const { search = "" } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Comments"
        about="What waits for approval on any channel. Owners decide about their own; you can help where they do not."
      />
      <StaffComments
        search={search}
        onSearch={(typed) => void navigate({ to: ".", search: typed === "" ? {} : { search: typed }, replace: true })}
      />
      <Section title="Words that hold a comment everywhere" isCased>
        <StaffWordsForm />
      </Section>
    </>
  );
}
