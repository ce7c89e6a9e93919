import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "./button.tsx";

type MoveButtonsProps<Id> = {
  name: string;
  /** Of the whole list, in its order. */
  ids: readonly Id[];
  /** The index of this entry. */
  at: number;
  isDisabled: boolean;
  /** @param ids in the new order */
  onMove: (ids: Id[]) => void;
};

/** Moves one entry of an ordered list up or down. */
export function MoveButtons<Id>({ name, ids, at, isDisabled, onMove }: MoveButtonsProps<Id>) {
  const move = (to: number) => onMove(ids.toSpliced(at, 1).toSpliced(to, 0, ...ids.slice(at, at + 1)));
  return (
    <span className="flex shrink-0">
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${name} up`}
        disabled={at === 0 || isDisabled}
        onClick={() => move(at - 1)}
      >
        <ArrowUp aria-hidden size={18} />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${name} down`}
        disabled={at === ids.length - 1 || isDisabled}
        onClick={() => move(at + 1)}
      >
        <ArrowDown aria-hidden size={18} />
      </Button>
    </span>
  );
}
