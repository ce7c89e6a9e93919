import { Pencil, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/section.tsx";
import { useEditing } from "./use-editing.ts";

type OwnSectionProps = {
  title: string;
  /** What is edited, as a screen reader says it after 'Edit' and 'Add'. */
  what: string;
  /** Stands there while there is nothing to show. */
  invitation: string;
  isEmpty: boolean;
  /** Something was typed before and not saved. */
  hasDraft?: boolean;
  form: (onDone: () => void) => ReactNode;
  children: ReactNode;
};

/** A card of one's own channel: as others see it, or the form in its place. */
export function OwnSection({ title, what, invitation, isEmpty, hasDraft = false, form, children }: OwnSectionProps) {
  const { isEditing, begin, end, place, button } = useEditing(hasDraft);
  return (
    <Section title={title}>
      <div ref={place} tabIndex={-1} className="relative flex flex-col gap-5 outline-none">
        {isEditing && form(end)}
        {!isEditing && (
          <>
            {isEmpty && <p className="text-muted">{invitation}</p>}
            {/* One button for both, beside the heading or below the invitation: what was saved may arrive after the focus is back on it. */}
            <Button
              ref={button}
              variant="secondary"
              aria-label={isEmpty ? undefined : `Edit ${what}`}
              className={isEmpty ? "self-start" : "absolute -top-14 right-0"}
              onClick={begin}
            >
              {isEmpty ? <Plus aria-hidden size={18} /> : <Pencil aria-hidden size={18} />}
              {isEmpty ? `Add ${what}` : "Edit"}
            </Button>
            {!isEmpty && children}
          </>
        )}
      </div>
    </Section>
  );
}
