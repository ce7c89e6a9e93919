import { USERNAME_HINT } from "@app/contract/sign-up";

/** The specification has the note in the label: whoever hears the field's name hears it as well. */
export function UsernameLabel() {
  return (
    <>
      Username <span className="block font-normal text-muted">{USERNAME_HINT}</span>
    </>
  );
}
