import { lateDialog } from "#lib/late.tsx";

export const { Late: MobileMenu } = lateDialog(async () => (await import("./mobile-menu.tsx")).MobileMenu);

export const { Late: UpgradeDialog } = lateDialog(async () => (await import("./upgrade-dialog.tsx")).UpgradeDialog);

export const { Late: EntryDialogs, preload: preloadEntryDialogs } = lateDialog(
  async () => (await import("../entry-dialogs.tsx")).EntryDialogs,
);
