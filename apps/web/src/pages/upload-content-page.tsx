import { StorageMeter } from "#features/upload/storage-meter.tsx";
import { UploadChooser } from "#features/upload/upload-chooser.tsx";
import { useTitle } from "#lib/use-title.ts";

export function UploadContentPage() {
  useTitle("Upload");
  return (
    <div className="column flex flex-col gap-8 py-8 sm:py-12">
      <header className="flex flex-col gap-2">
        <h1 className="title text-4xl">Upload</h1>
        <p className="text-muted">What would you like to share?</p>
      </header>
      <UploadChooser />
      <StorageMeter />
    </div>
  );
}
