import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Crown } from "lucide-react";
import type { ReactNode } from "react";
import { PlanSettings } from "#features/billing/plan-settings.tsx";
import { ownProfile } from "#features/earner-forms/registration.queries.ts";
import { DevicePush } from "#features/notifications/device-push.tsx";
import { BlockedPeople } from "#features/safety/blocked-people.tsx";
import { OwnDecisions, OwnReports } from "#features/safety/own-reports.tsx";
import { AccountSettings } from "#features/settings/account-settings.tsx";
import { ConfirmPasswordDialog } from "#features/settings/confirm-password-dialog.tsx";
import { DataExportSettings } from "#features/settings/data-export-settings.tsx";
import { DeviceList } from "#features/settings/device-list.tsx";
import { LeaveSettings, RestoreEarner } from "#features/settings/leave-settings.tsx";
import { DeliverySettings, NotificationSettings } from "#features/settings/notification-settings.tsx";
import { PrivacySettings, ThemeSetting } from "#features/settings/preference-settings.tsx";
import { TwoFactorSettings } from "#features/settings/two-factor-settings.tsx";
import { useCanRestore } from "#features/settings/use-can-restore.ts";
import { TeamSettings } from "#features/team/team-settings.tsx";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { CommentsTab } from "./setting/comments-tab.tsx";
import { ProfileTab } from "./setting/profile-tab.tsx";

type SettingTab = { value: string; label: string; content: ReactNode };

const TABS: readonly SettingTab[] = [
  { value: "profile", label: "Profile", content: <ProfileTab /> },
  { value: "account", label: "Account", content: <AccountSettings /> },
  {
    value: "security",
    label: "Security",
    content: (
      <div className="flex flex-col gap-10">
        <Section title="Two-factor sign-in">
          <TwoFactorSettings />
        </Section>
        <Section title="Devices" subtitle="Where you are signed in. Remove any device that you do not recognize.">
          <DeviceList />
        </Section>
      </div>
    ),
  },
  {
    value: "notifications",
    label: "Notifications",
    content: (
      <div className="flex flex-col gap-10">
        <Section title="Notifications">
          <NotificationSettings />
        </Section>
        <Section title="Notifications on this device">
          <DevicePush />
        </Section>
        <Section title="Delivery">
          <DeliverySettings />
        </Section>
      </div>
    ),
  },
  { value: "comments", label: "Comments", content: <CommentsTab /> },
  { value: "team", label: "Team", content: <TeamSettings /> },
  { value: "reports", label: "Reports", content: <ReportsTab /> },
  { value: "plan", label: "Plan", content: <PlanTab /> },
  {
    value: "privacy",
    label: "Privacy",
    content: (
      <div className="flex flex-col gap-10">
        <Section title="Privacy">
          <PrivacySettings />
        </Section>
        <Section title="Blocked people" subtitle="You and the people you block cannot see each other.">
          <BlockedPeople />
        </Section>
      </div>
    ),
  },
  {
    value: "data",
    label: "Your data",
    content: (
      <Section title="Your data">
        <DataExportSettings />
      </Section>
    ),
  },
  {
    value: "appearance",
    label: "Appearance",
    content: (
      <Section title="Appearance">
        <ThemeSetting />
      </Section>
    ),
  },
  {
    value: "leave",
    label: "Deactivate or delete",
    content: (
      <Section title="Deactivate or delete">
        <RestoreTab />
        <LeaveSettings />
      </Section>
    ),
  },
];

export function SettingPage() {
  const { tab } = useSearch({ from: "__root__" });
  const user = useUser();
  const navigate = useNavigate();
  useTitle("Settings");
  const isEarner = user !== null && user.plan !== null;
  const requested = tab === "devices" ? "security" : tab;
  const shown = TABS.find(({ value }) => value === requested)?.value ?? "profile";
  return (
    <div className="column flex max-w-7xl flex-col gap-6 py-8 sm:py-12">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="page-title">Settings</h1>
        {!isEarner && (
          <LinkButton href="/normal-user" variant="secondary">
            <Crown aria-hidden size={18} className="text-gold" />
            Become an Earner
          </LinkButton>
        )}
      </header>
      <Tabs
        label="Settings"
        tabs={TABS}
        value={shown}
        onChange={(chosen) => void navigate({ to: ".", search: { tab: chosen }, replace: true })}
      />
      <ConfirmPasswordDialog key={shown} />
    </div>
  );
}

/** A General User may have a deactivated earner account, or a card and receipts of a plan that never started. */
function PlanTab() {
  const isGeneral = useUser()?.plan === null;
  const profile = useQuery({ ...ownProfile, enabled: isGeneral });
  const isDeactivated = useCanRestore(profile.data?.deactivated?.restorable_until);
  if (!isGeneral) return <PlanSettings isDeactivated={false} />;
  if (profile.isPending) return <Skeleton className="h-64 w-full max-w-2xl" />;
  if (!profile.data)
    return <LoadError error={profile.error} isRetrying={profile.isFetching} onRetry={() => void profile.refetch()} />;
  return <PlanSettings isDeactivated={isDeactivated} />;
}

/** For a deactivated earner. A plan that has lapsed is paid first. */
function RestoreTab() {
  const user = useUser();
  const profile = useQuery({ ...ownProfile, enabled: user?.plan === null });
  const navigate = useNavigate();
  const deactivated = profile.data?.deactivated;
  if (user?.plan !== null || !deactivated) return null;
  return (
    <RestoreEarner
      until={deactivated.restorable_until}
      onUnpaid={() => void navigate({ to: "/billing" })}
      onEnding={() => void navigate({ to: "/setting", search: { tab: "plan" } })}
    />
  );
}

function ReportsTab() {
  return (
    <div className="flex flex-col gap-10">
      <Section title="Decisions by our team" subtitle="About your content, your comments and your channel.">
        <OwnDecisions />
      </Section>
      <Section title="Your reports" subtitle="What you reported, and what came of it.">
        <OwnReports />
      </Section>
    </div>
  );
}
