import { Monitor, Moon, Sun } from "lucide-react";
import { setTheme, useTheme } from "#lib/theme.ts";

const THEMES = [
  { value: "system", label: "Theme as the system", Icon: Monitor },
  { value: "dark", label: "Dark theme", Icon: Moon },
  { value: "light", label: "Light theme", Icon: Sun },
] as const;

/** Three radio buttons that look like one switch; in the footer, where visitors find it too. */
export function ThemeChoice() {
  const theme = useTheme((state) => state.theme);
  return (
    <fieldset className="flex rounded-full border border-edge p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className="relative grid size-8 cursor-pointer place-items-center rounded-full text-muted hover:text-text has-checked:bg-lift has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent touch:size-11"
        >
          <input
            type="radio"
            name="theme"
            aria-label={label}
            checked={value === theme}
            onChange={() => setTheme(value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon aria-hidden size={16} />
        </label>
      ))}
    </fieldset>
  );
}
