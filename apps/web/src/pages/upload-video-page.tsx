import { UploadFile } from "#features/upload/upload-file.tsx";
import { useTitle } from "#lib/use-title.ts";

export function UploadVideoPage() {
  useTitle("Upload a video");
  return (
    <div className="column flex flex-col gap-8 py-8 sm:py-12">
      <h1 className="title text-4xl">Upload a video</h1>
      <UploadFile type="video" />
    </div>
  );
}
