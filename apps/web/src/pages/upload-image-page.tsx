import { UploadImages } from "#features/upload/upload-images.tsx";
import { useTitle } from "#lib/use-title.ts";

export function UploadImagePage() {
  useTitle("Upload images");
  return (
    <div className="column flex flex-col gap-8 py-8 sm:py-12">
      <h1 className="title text-4xl">Upload images</h1>
      <UploadImages />
    </div>
  );
}
