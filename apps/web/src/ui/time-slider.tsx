import { Slider } from "@base-ui/react/slider";
import type { ReactNode } from "react";

const STEP_S = 0.1;
const LARGE_STEP_S = 5;

type TimeSliderProps<Value extends number | readonly number[]> = {
  /** In seconds: of one thumb, or of several. */
  value: Value;
  lengthS: number;
  onChange: (value: Value, thumb: number) => void;
  /** A `TimeThumb` for each time. */
  children: ReactNode;
};

/** Chooses times of a video to a tenth of a second, by pointer or by keys. */
export function TimeSlider<Value extends number | readonly number[]>(props: TimeSliderProps<Value>) {
  return (
    <Slider.Root
      value={props.value}
      min={0}
      max={props.lengthS}
      step={STEP_S}
      largeStep={LARGE_STEP_S}
      // A thumb that is dragged past the other must not take it along.
      thumbCollisionBehavior="none"
      onValueChange={(value, { activeThumbIndex }) => props.onChange(value as Value, activeThumbIndex)}
    >
      <Slider.Control className="flex h-11 w-full touch-none items-center px-3">
        <Slider.Track className="h-2 w-full forced-color-adjust-none rounded-full bg-line">
          <Slider.Indicator className="rounded-full bg-accent" />
          {props.children}
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}

type TimeThumbProps = { index?: number; label: string; valueText: string };

export function TimeThumb({ index = 0, label, valueText }: TimeThumbProps) {
  return (
    <Slider.Thumb
      index={index}
      getAriaLabel={() => label}
      getAriaValueText={() => valueText}
      className="size-6 rounded-full border-2 border-ground bg-text outline-offset-2 has-focus-visible:outline-2"
    />
  );
}
