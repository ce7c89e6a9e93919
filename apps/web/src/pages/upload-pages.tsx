import type { ReactNode } from "react";
import { StorageMeter, UploadChooser } from "#features/upload/upload-chooser.tsx";
import { UploadFile } from "#features/upload/upload-file.tsx";
import { UploadImages } from "#features/upload/upload-images.tsx";
import { useTitle } from "#lib/use-title.ts";
import { ChannelSwitcher } from "#ui/page-links.tsx";

export function UploadContentPage() {
  return (
    <UploadPage title="Upload" hint="What would you like to share?">
      <UploadChooser />
      <StorageMeter />
    </UploadPage>
  );
}

export function UploadVideoPage() {
  return (
    <UploadPage title="Upload a video">
      <UploadFile type="video" />
    </UploadPage>
  );
}

export function UploadImagePage() {
  return (
    <UploadPage title="Upload images">
      <UploadImages />
    </UploadPage>
  );
}

export function UploadDocumentPage() {
  return (
    <UploadPage title="Upload a document">
      <UploadFile type="document" />
    </UploadPage>
  );
}

function UploadPage({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="column flex flex-col gap-8 py-8 sm:py-12">
      <header className="flex flex-col gap-2">
        <h1 className="page-title">{title}</h1>
        {hint && <p className="text-muted">{hint}</p>}
        <ChannelSwitcher label="Publish as" />
      </header>
      {children}
    </div>
  );
}
