import { StaffCategories } from "#features/staff-categories/staff-categories.tsx";
import { PageHeader } from "#ui/page-header.tsx";

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
