import { TodayFigures } from "#features/today/today-figures.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import type { ConsolePageProps } from "./console-page.ts";

export function TodayPage({ paths }: ConsolePageProps) {
  return (
    <>
      <PageHeader title="Today" about="How the platform is doing, and what is waiting for somebody." />
      <TodayFigures paths={paths} />
    </>
  );
}
