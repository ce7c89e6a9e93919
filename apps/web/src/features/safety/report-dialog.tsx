import { REPORT_REASONS, REPORT_TEXT_MAX_CHARS, reportFields } from "@app/contract/reports";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import type { ReportTarget } from "#lib/safety.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { sendReport } from "./safety.queries.ts";

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
          What is wrong with <span className="font-semibold text-text">{target.name}</span>? Only our team can see who
          reported it.
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        <RadioGroup legend="Reason" options={OPTIONS} error={errors.reason?.message} {...form.register("reason")} />
        <Field label="Tell us more" optional={reason !== "other"} error={errors.text?.message}>
          <TextArea {...form.register("text")} maxLength={REPORT_TEXT_MAX_CHARS} submitsOnEnter={false} />
        </Field>
        <p className="text-sm text-muted">
          If somebody is in danger right now, call your local emergency services. To see what is allowed, read our{" "}
          <Link href="/guidelines" className="underline" onClick={onClose}>
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
