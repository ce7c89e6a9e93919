import { CONTENT_TYPES } from "@app/contract/contents";
import { STAFF_CONTENT_FILTERS } from "@app/contract/staff-contents";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { StaffContents } from "#features/staff-contents/staff-contents.tsx";
import { oneOf } from "#lib/search-params.ts";
import { PageHeader } from "#ui/page-header.tsx";

export function ContentPage() {
  const { search = "", state, type } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Content"
        about="Everything that was published. What you hide is not deleted, and its owner is told why."
      />
      <StaffContents
        query={{
          search,
          filter: oneOf(STAFF_CONTENT_FILTERS, state) ?? null,
          type: oneOf(CONTENT_TYPES, type) ?? null,
        }}
        onQuery={(query) =>
          void navigate({
            to: ".",
            search: {
              ...(query.search !== "" && { search: query.search }),
              ...(query.filter !== null && { state: query.filter }),
              ...(query.type !== null && { type: query.type }),
            },
            replace: true,
          })
        }
      />
    </>
  );
}
