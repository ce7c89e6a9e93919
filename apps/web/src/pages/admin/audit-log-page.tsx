import { useNavigate, useSearch } from "@tanstack/react-router";
import { AuditLog } from "#features/audit/audit-log.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export function AuditLogPage() {
  const { search = "", type = null } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Audit log"
        about="Every change that staff made, with the values before and after. Nobody can edit or delete an entry."
      />
      <AuditLog
        query={{ search, action: type }}
        onQuery={(query) =>
          void navigate({
            to: ".",
            search: {
              ...(query.search !== "" && { search: query.search }),
              ...(query.action !== null && { type: query.action }),
            },
            replace: true,
          })
        }
      />
    </>
  );
}
