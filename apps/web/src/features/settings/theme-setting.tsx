import { setTheme, type Theme, useTheme } from "#lib/theme.ts";
import { RadioGroup } from "#ui/radio-group.tsx";

const THEMES: readonly { value: Theme; label: string; hint: string }[] = [
  { value: "system", label: "As the system", hint: "Dark or light, as this device is set." },
  { value: "dark", label: "Dark", hint: "An arena at night." },
  { value: "light", label: "Light", hint: "A field at noon." },
];

/** Kept on this device, and painted at once. */
export function ThemeSetting() {
  const theme = useTheme((state) => state.theme);
  return (
    <RadioGroup
      legend="Theme"
      name="theme-setting"
      options={THEMES}
      value={theme}
      onChange={(event) => {
        const chosen = THEMES.find(({ value }) => value === event.target.value);
        if (chosen) setTheme(chosen.value);
      }}
      className="max-w-md"
    />
  );
}
