import type { OpenUpload } from "@app/contract/uploads";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { AlertDialog } from "#ui/dialog.tsx";
import { draftKey } from "./draft.ts";
import { FileDrop } from "./file-drop.tsx";
import { OpenUploads } from "./open-uploads.tsx";
import { PublishedPanel } from "./published-panel.tsx";
import { isSameFile } from "./same-file.ts";
import { StorageMeter } from "./storage-meter.tsx";
import { openUploads } from "./upload.queries.ts";
import { isOnTheWay } from "./upload-state.ts";
import { UploadWorkspace } from "./upload-workspace.tsx";
import { type UploadControl, useUpload } from "./use-upload.ts";

/** From choosing a file to seeing it processed. */
export function UploadVideo() {
  const upload = useUpload();
  const cache = useQueryClient();
  const { state } = upload;

  if (state.phase === "choosing") return <ChooseFile upload={upload} />;
  if (state.phase === "published" && state.contentId !== null) {
    const another = () => {
      void cache.invalidateQueries(openUploads);
      upload.dispatch({ type: "forgotten" });
    };
    return <PublishedPanel contentId={state.contentId} onAnother={another} />;
  }
  return (
    <>
      <LeaveGuard isNeeded={isOnTheWay(state) || state.publish !== "no"} />
      <UploadWorkspace key={draftKey(state)} upload={upload} />
    </>
  );
}

function ChooseFile({ upload }: { upload: UploadControl }) {
  // Without the list one can still upload; it is an offer and no condition.
  const { data: unfinished = [] } = useQuery(openUploads);

  function goOn(file: File, open: OpenUpload | null): void {
    if (open !== null && open.offset_bytes >= open.size_bytes) upload.takeUp(open);
    else void upload.choose(file, open);
  }

  return (
    <div className="flex max-w-4xl flex-col gap-8">
      <OpenUploads uploads={unfinished} onGoOn={goOn} onTakeUp={upload.takeUp} />
      <FileDrop
        fault={upload.state.fault}
        onFile={(file) => goOn(file, unfinished.find((open) => isSameFile(file, open)) ?? null)}
      />
      <StorageMeter />
    </div>
  );
}

/** Asks before the page is left, by a link or by closing the tab: the bytes go with the page. */
function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: () => isNeeded,
    enableBeforeUnload: isNeeded,
    withResolver: true,
  });
  const isAsked = leaving.status === "blocked";
  return (
    <AlertDialog
      isOpen={isAsked}
      title="Leave while uploading?"
      description="The upload stops when you leave this page. You can go on with it later: what has arrived is kept for 7 days."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => isAsked && leaving.proceed()}
      onCancel={() => isAsked && leaving.reset()}
    />
  );
}
