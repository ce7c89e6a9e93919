import { lazyDialog } from "#lib/lazy-with-preload.tsx";

export const { Component: MobileMenu } = lazyDialog(async () => (await import("./shell-dialogs.tsx")).MobileMenu);

export const { Component: UpgradeDialog } = lazyDialog(async () => (await import("./shell-dialogs.tsx")).UpgradeDialog);

export const { Component: SafetyDialogs } = lazyDialog(
  async () => (await import("#features/safety/safety-dialogs.tsx")).SafetyDialogs,
);

export const { Component: AuthDialog, preload: preloadAuthDialog } = lazyDialog(
  async () => (await import("#flows/auth/auth-dialog.tsx")).AuthDialog,
);
