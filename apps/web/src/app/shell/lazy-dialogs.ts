import { lateDialog } from "#lib/late.tsx";

export const { Late: MobileMenu } = lateDialog(async () => (await import("./mobile-menu.tsx")).MobileMenu);

export const { Late: UpgradeDialog } = lateDialog(async () => (await import("./upgrade-dialog.tsx")).UpgradeDialog);

export const { Late: AuthDialog, preload: preloadAuthDialog } = lateDialog(
  async () => (await import("#flows/auth/auth-dialog.tsx")).AuthDialog,
);
