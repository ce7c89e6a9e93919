import { decodeId } from "@app/contract/paths";
import { REPORT_REASONS, REPORT_TEXT_MAX_CHARS, reportFields } from "@app/contract/reports";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { contentItem } from "#lib/queries.ts";
import { type BlockTarget, type ReportTarget, useSafetyDialog } from "#lib/safety.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog, Dialog } from "#ui/dialog.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { sendReport, useSetBlocked } from "./safety.queries.ts";

/** The dialog that a menu of an item, a comment or a channel opened. */
export function SafetyDialogs({ onClose }: { onClose: () => void }) {
  const question = useSafetyDialog((state) => state.question);
  if (question?.about === "block") return <BlockDialog person={question.person} onClose={onClose} />;
  if (question?.about === "report") return <ReportDialog target={question.target} onClose={onClose} />;
  return null;
}

/** Pages of one item. */
const ITEM_PAGE = /^\/(?:video|image|file)\/([^/]+)/;

/** Whether the page shows an item of this channel: then it is gone once its owner is blocked. */
function useShowsItemOf(channelId: string): boolean {
  const cache = useQueryClient();
  const [, id] = ITEM_PAGE.exec(useLocation().pathname) ?? [];
  return id !== undefined && cache.getQueryData(contentItem(decodeId(id)).queryKey)?.channel.id === channelId;
}

function BlockDialog({ person, onClose }: { person: BlockTarget; onClose: () => void }) {
  const navigate = useNavigate();
  const showsTheirs = useShowsItemOf(person.channelId);
  // Leaves before the page is fetched again, and found missing.
  const set = useSetBlocked(async () => {
    if (showsTheirs) await navigate({ to: "/explore" });
  });
  const block = () => set.mutate({ channelId: person.channelId, isBlocked: true }, { onSettled: onClose });

  return (
    <AlertDialog
      isOpen
      title={`Block ${person.name}?`}
      description="You will not see each other's channel, content or comments, and neither of you can follow, mention or reply to the other. They are not notified. You can unblock them in Settings."
      confirmLabel="Block"
      isDanger
      busy={set.isPending}
      onConfirm={block}
      onCancel={onClose}
    />
  );
}

const fields = z.object(reportFields);

const OPTIONS = Object.entries(REPORT_REASONS).map(([value, label]) => ({ value, label }));

const TITLES = { content: "Report content", comment: "Report comment", channel: "Report channel" } as const;

type ReportDialogProps = { target: ReportTarget; onClose: () => void };

export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { text: "" } });
  const { errors, isSubmitting } = form.formState;
  const reason = useWatch({ control: form.control, name: "reason" });

  const submit = form.handleSubmit(async (body) => {
    try {
      toast.success((await sendReport(target, body)).message);
      onClose();
    } catch (error) {
      showFaults(form.setError, ["reason", "text"], error);
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={TITLES[target.subject]}
      description={
        <>
          Why are you reporting <span className="font-semibold text-text">{target.name}</span>? Only our team can see
          who reported it.
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        <RadioGroup legend="Reason" options={OPTIONS} error={errors.reason?.message} {...form.register("reason")} />
        <Field label="Tell us more" optional={reason !== "other"} error={errors.text?.message}>
          <TextArea {...form.register("text")} maxLength={REPORT_TEXT_MAX_CHARS} submitsOnEnter={false} />
        </Field>
        <p className="text-sm text-muted">
          If someone is in danger right now, call your local emergency services. To see what is allowed, read our{" "}
          <Link href="/guidelines" target="_blank" className="underline">
            guidelines
          </Link>
          .
        </p>
        <Button type="submit" busy={isSubmitting}>
          Report
        </Button>
      </form>
    </Dialog>
  );
}
