import { MESSAGES } from "@app/contract/errors";
import { ApiError } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { RailSkeleton } from "#ui/rail-skeleton.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Samples } from "./samples.tsx";

const TONES = ["info", "good", "warning", "error"] as const;

const FAULT = new ApiError({
  kind: "internal",
  message: MESSAGES.unexpected,
  errors: {},
  request_id: "7f3a-21",
  code: 500,
});

export function StateSamples() {
  return (
    <Samples title="Loading, empty, error, notices">
      <RailSkeleton label="Loading samples" shown={3} steps={[{ maxWidth: 712, shown: 1 }]} />
      <Skeleton className="h-8 w-64" />
      <Empty title={MESSAGES.noData}>
        <p>Upload the first video of your channel.</p>
        <Button>Upload</Button>
      </Empty>
      <LoadError error={FAULT} onRetry={() => undefined} />
      {TONES.map((tone) => (
        <Notice key={tone} tone={tone} title={tone === "warning" ? "Processing failed" : undefined}>
          A notice in the tone of {tone}.
        </Notice>
      ))}
      <ProgressBar label="Uploading game.mp4" percent={43} valueText="17 of 40 MB" />
      <ProgressBar label="Checking the file" percent={null} />
    </Samples>
  );
}
