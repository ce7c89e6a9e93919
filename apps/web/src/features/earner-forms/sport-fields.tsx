import { CollegeList } from "./college-list.tsx";
import { TextField } from "./fields.tsx";
import { Pair } from "./person-fields.tsx";

export function ClassFields() {
  return (
    <Pair>
      <TextField name="graduation_year" label="Graduation year" inputMode="numeric" />
      <TextField name="gpa" label="GPA" inputMode="decimal" />
    </Pair>
  );
}

export function CollegeLists({ categories }: { categories: readonly { value: number; label: string }[] }) {
  return (
    <>
      <CollegeList name="offers" categories={categories} />
      <CollegeList name="visits" categories={categories} />
    </>
  );
}
