import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldError } from "./field.tsx";

type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean };

type RadioGroupProps = Omit<ComponentProps<"input">, "type" | "value" | "defaultValue"> & {
  legend: ReactNode;
  options: readonly RadioOption[];
  name: string;
  /** For a controlled group; leave it out if a form registers the inputs. */
  value?: string;
  error?: string | undefined;
  /** Side by side if there is room. */
  isRow?: boolean;
};

/** Radio buttons. Other props go to every input, as a form's `register` requires. */
export function RadioGroup({ legend, options, value, error, isRow = false, className, ...rest }: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className={clsx("flex flex-col gap-2", className)}>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className={clsx("grid gap-2", isRow && "grid-cols-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none")}>
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              "flex min-h-11 cursor-pointer gap-3 rounded-control border border-edge bg-raised px-3 py-2.5",
              option.hint ? "items-start" : "items-center",
              "transition-colors hover:border-muted has-checked:border-accent",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
              "has-disabled:cursor-not-allowed has-disabled:opacity-55",
            )}
          >
            <input
              {...rest}
              type="radio"
              value={option.value}
              disabled={option.disabled || rest.disabled}
              {...(value === undefined ? {} : { checked: value === option.value })}
              className="size-5 shrink-0 appearance-none rounded-full border border-edge bg-ground outline-none transition-[border-width] checked:border-6 checked:border-accent"
            />
            <span className="flex min-w-0 flex-col cramped:wrap-anywhere">
              <span className="text-sm font-semibold">{option.label}</span>
              {option.hint && <span className="text-sm text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
