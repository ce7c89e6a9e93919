import { Settings } from "lucide-react";
import { type Choice, ChoiceMenu } from "./choice-menu.tsx";
import type { Quality } from "./hls-engine.ts";
import { SPEEDS } from "./player-commands.ts";
import type { EngineState } from "./use-engine.ts";

type Opening = { onOpenChange: (isOpen: boolean) => void };

const AUTO = -1;
const SPEED_CHOICES = SPEEDS.map((speed): Choice => ({ value: speed, label: speed === 1 ? "Normal" : `${speed}×` }));

export function SpeedMenu({ rate, onRate, ...opening }: Opening & { rate: number; onRate: (rate: number) => void }) {
  return (
    <ChoiceMenu label={`Speed: ${rate}×`} value={rate} choices={SPEED_CHOICES} onChoose={onRate} {...opening}>
      <span className="score min-w-7 text-base">{rate}×</span>
    </ChoiceMenu>
  );
}

type QualityMenuProps = Opening & {
  engine: Pick<EngineState, "qualities" | "chosen" | "shown" | "choose">;
  hasShortcuts: boolean;
  onShortcuts: (isOn: boolean) => void;
};

export function QualityMenu({ engine, hasShortcuts, onShortcuts, ...opening }: QualityMenuProps) {
  const { qualities, chosen, shown, choose } = engine;
  const auto: Choice = { value: AUTO, label: autoLabel(qualities, chosen, shown) };
  const choices = [...qualities].sort((a, b) => b.heightPx - a.heightPx).map(toChoice);
  return (
    <ChoiceMenu
      label="Quality and keys"
      value={chosen ?? AUTO}
      choices={[auto, ...choices]}
      onChoose={(index) => choose(index === AUTO ? null : index)}
      toggle={{ label: "Single-key shortcuts", isOn: hasShortcuts, onChange: onShortcuts }}
      {...opening}
    >
      <Settings aria-hidden size={20} />
    </ChoiceMenu>
  );
}

function autoLabel(qualities: Quality[], chosen: number | null, shown: number | null): string {
  const now = qualities.find(({ index }) => index === shown);
  return chosen === null && now ? `Auto (${qualityName(now)})` : "Auto";
}

function toChoice(quality: Quality): Choice {
  return { value: quality.index, label: qualityName(quality) };
}

/** `1080p`, and `1080p60` where movement is smoother than usual */
function qualityName({ heightPx, framesPerSecond }: Quality): string {
  return `${heightPx}p${framesPerSecond > 32 ? Math.round(framesPerSecond) : ""}`;
}
