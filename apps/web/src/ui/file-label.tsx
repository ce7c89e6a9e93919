import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** What was chosen or dropped at once: at least one file. */
export type ChosenFiles = readonly [File, ...File[]];

type FileLabelProps = Omit<ComponentProps<"input">, "type" | "onChange"> & {
  onFiles: (files: ChosenFiles) => void;
};

/**
 * Opens the system's file picker, and looks as its children and `className` say, which gives it a position. The input lies
 * unseen over it, and receives all other properties. It stays focusable while it is disabled, as buttons do.
 */
export function FileLabel({ onFiles, className, disabled = false, children, ...rest }: FileLabelProps) {
  return (
    <label
      className={clsx(
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        className,
      )}
    >
      {children}
      <input
        type="file"
        {...rest}
        aria-disabled={disabled || undefined}
        onClick={(event) => disabled && event.preventDefault()}
        onChange={({ currentTarget }) => {
          const [first, ...more] = currentTarget.files ?? [];
          // Lets the same file be chosen again.
          currentTarget.value = "";
          // A file can also be dropped on the input.
          if (first && !disabled) onFiles([first, ...more]);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  );
}
