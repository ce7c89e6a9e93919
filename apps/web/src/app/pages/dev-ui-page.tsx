import { useTitle } from "#lib/use-title.ts";
import { ButtonSamples } from "./dev-ui/button-samples.tsx";
import { FieldSamples } from "./dev-ui/field-samples.tsx";
import { FloatSamples } from "./dev-ui/float-samples.tsx";
import { MediaSamples } from "./dev-ui/media-samples.tsx";
import { StateSamples } from "./dev-ui/state-samples.tsx";
import { TokenSamples } from "./dev-ui/token-samples.tsx";
import { WidgetSamples } from "./dev-ui/widget-samples.tsx";

const THEMES = ["dark", "light"] as const;

/** Every piece in every state, both themes side by side. */
export function DevUiPage() {
  useTitle("Pieces");
  return (
    <div className="grid xl:grid-cols-2">
      <h1 className="sr-only">Pieces of the interface</h1>
      {THEMES.map((theme) => (
        <div key={theme} data-theme={theme} className="flex min-w-0 flex-col gap-12 bg-ground p-6 text-text sm:p-10">
          <h2 className="title text-4xl">{theme}</h2>
          <TokenSamples />
          <ButtonSamples />
          <FieldSamples idPrefix={theme} />
          <WidgetSamples />
          <FloatSamples />
          <MediaSamples suffix={`in ${theme}`} />
          <StateSamples />
        </div>
      ))}
    </div>
  );
}
