import { BannerEditor } from "#features/picks/banner-editor.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export function BannerPage() {
  return (
    <>
      <PageHeader
        title="Home banner"
        about="The large videos at the top of the home page: first those you pin, then what is trending."
      />
      <BannerEditor />
    </>
  );
}
