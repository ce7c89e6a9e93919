import { AlertDialog } from "#ui/dialog.tsx";

/** Actions that need a yes first. */
const QUESTIONS = {
  remove: {
    title: "Delete this comment?",
    text: () => "It disappears for everyone. This cannot be undone.",
    confirm: "Delete",
  },
  hide: {
    title: "Hide this person?",
    text: (name: string) =>
      `Only ${name} will see their comments on your channel, including past ones. They are not notified.`,
    confirm: "Hide",
  },
} as const;
export type AskedAction = keyof typeof QUESTIONS;

type CommentQuestionProps = {
  asked: AskedAction;
  /** The author of the comment. */
  name: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function CommentQuestion({ asked, name, busy, onConfirm, onClose }: CommentQuestionProps) {
  const { title, text, confirm } = QUESTIONS[asked];
  return (
    <AlertDialog
      isOpen
      title={title}
      description={text(name)}
      confirmLabel={confirm}
      busy={busy}
      onConfirm={onConfirm}
      isDanger={asked === "remove"}
      onCancel={onClose}
    />
  );
}
