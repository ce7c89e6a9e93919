import { accountId } from "@app/contract/ids";
import { PEOPLE_FILTERS } from "@app/contract/people";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { PeopleList } from "#features/people/people-list.tsx";
import { PersonView } from "#features/people/person-detail.tsx";
import { ConfirmPasswordDialog } from "#features/settings/confirm-password-dialog.tsx";
import { oneOf } from "#lib/search-params.ts";
import { PageHeader } from "#ui/page-header.tsx";
import type { ConsolePageProps } from "./console-page.ts";

export function PeoplePage({ id }: ConsolePageProps) {
  const { search = "", state } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  if (id !== null) {
    const parsed = accountId.safeParse(id);
    if (!parsed.success) return <Navigate href="/404" to="." replace />;
    return (
      <>
        <PersonView id={parsed.data} />
        <ConfirmPasswordDialog />
      </>
    );
  }
  return (
    <>
      <PageHeader title="People" about="Everybody with an account. Open one to see and change what they may do." />
      <PeopleList
        query={{ search, filter: oneOf(PEOPLE_FILTERS, state) ?? null }}
        onQuery={(query) =>
          void navigate({
            to: ".",
            search: {
              ...(query.search !== "" && { search: query.search }),
              ...(query.filter !== null && { state: query.filter }),
            },
            replace: true,
          })
        }
      />
    </>
  );
}
