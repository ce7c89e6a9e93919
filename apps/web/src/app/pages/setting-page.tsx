import { useNavigate, useSearch } from "@tanstack/react-router";
import { AccountSettings } from "#features/settings/account-settings.tsx";
import { DeviceList } from "#features/settings/device-list.tsx";
import { ThemeSetting } from "#features/settings/theme-setting.tsx";
import { useTitle } from "#lib/use-title.ts";
import { Section } from "#ui/section.tsx";
import { Tabs } from "#ui/tabs.tsx";

const TABS = [
  { value: "account", label: "Account", content: <AccountSettings /> },
  {
    value: "devices",
    label: "Devices",
    content: (
      <Section title="Devices" subtitle="Where you are signed in. Remove whatever you do not know.">
        <DeviceList />
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
] as const;

export function SettingPage() {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const shown = TABS.find(({ value }) => value === tab)?.value ?? "account";
  const navigate = useNavigate();
  useTitle("Settings");
  return (
    <div className="column flex max-w-4xl flex-col gap-6 py-8 sm:py-12">
      <h1 className="title text-5xl">Settings</h1>
      <Tabs
        label="Settings"
        tabs={TABS}
        value={shown}
        onChange={(chosen) => void navigate({ to: ".", search: { tab: chosen }, replace: true })}
      />
    </div>
  );
}
