import { QUEUE_LANES } from "@app/contract/report-queue";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ReportQueue } from "#features/report-queue/report-queue.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ReportedItem } from "./reported-item.tsx";

export function ReportsPage() {
  const { tab } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Reports"
        about="Reports about minors come first. The people who reported and the owner are told what you decide."
      />
      <ReportQueue
        lane={QUEUE_LANES.find((lane) => lane === tab) ?? "open"}
        onLane={(lane) => void navigate({ to: ".", search: { tab: lane }, replace: true })}
        renderItem={(content) => <ReportedItem content={content} />}
      />
    </>
  );
}
