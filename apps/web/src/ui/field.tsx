import { clsx } from "clsx";
import { CircleAlert, Eye, EyeOff } from "lucide-react";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { counted } from "#lib/format.ts";
import { CONTROL_STYLE } from "./control-style.ts";

type FieldProps = {
  label: ReactNode;
  /** Second line of the label. */
  note?: ReactNode;
  /** Shown below the control, and read out with it. */
  hint?: ReactNode;
  /** Shown in addition to the hint. */
  error?: string | undefined;
  /** Adds '(optional)' to the label. */
  optional?: boolean;
  className?: string;
  children: ReactNode;
};

type FieldControl = { id: string; "aria-invalid"?: true; "aria-describedby"?: string };

const FieldContext = createContext<FieldControl | null>(null);

/** A hint for a list that could not be loaded. */
export function RetryHint({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <>
      {children}{" "}
      <button type="button" className="font-semibold text-accent underline" onClick={onRetry}>
        Retry
      </button>
    </>
  );
}

/** A label, one control, its hint and its error; the control is linked to all three. */
export function Field({ label, note, hint, error, optional = false, className, children }: FieldProps) {
  const id = useId();
  const control: FieldControl = { id };
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  if (described) control["aria-describedby"] = described;
  if (error) control["aria-invalid"] = true;
  return (
    <div className={clsx("flex flex-col gap-1.5", className)}>
      <label id={`${id}-label`} htmlFor={id} className="text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
        {note && <span className="block font-normal text-muted"> {note}</span>}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** Announced when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-sm text-error">
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** @returns the id of the label, for a control whose open list hides everything else from screen readers */
export function useFieldLabel(): string | undefined {
  const field = useContext(FieldContext);
  return field ? `${field.id}-label` : undefined;
}

/** @returns the props that link a control to its `Field`; none outside of one */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}

/** Words have the direction of what is typed; addresses and the like are always typed from the left. */
export function TextInput({ type = "text", className, ...rest }: ComponentProps<"input">) {
  const hasWords = type === "text" || type === "search";
  return (
    <input
      type={type}
      dir={hasWords ? "auto" : undefined}
      {...useFieldControl()}
      {...rest}
      className={clsx(CONTROL_STYLE, "h-11", className)}
    />
  );
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <TextInput {...rest} type={isShown ? "text" : "password"} dir="ltr" className={clsx("pr-12", className)} />
      <ShowToggle what="password" isShown={isShown} onChange={setIsShown} />
    </div>
  );
}

/** For a code from an authenticator app, or a recovery code, which has letters: a keypad of digits could not type it. */
export function CodeInput({ className, ...rest }: ComponentProps<"input">) {
  return (
    <TextInput
      {...rest}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      className={clsx("score text-xl", className)}
    />
  );
}

type TextAreaProps = ComponentProps<"textarea"> & {
  maxLength: number;
  /** Counts the text otherwise than the browser, which counts an emoji of five code points as many. */
  lengthOf?: (text: string) => number;
  /** Enter without Shift submits the form, as specified; off for text with paragraphs. */
  submitsOnEnter?: boolean;
};

/** Shows a character counter, which screen readers only hear near the limit. */
export function TextArea(props: TextAreaProps) {
  const { maxLength, lengthOf, submitsOnEnter = true, className, onInput, onKeyDown, ...rest } = props;
  const box = useRef<HTMLDivElement>(null);
  const [length, setLength] = useState(0);
  const toLength = (text: string) => lengthOf?.(text) ?? text.length;

  // Form libraries fill in values after the first render without an event.
  useEffect(() => {
    setLength(toLength(box.current?.querySelector("textarea")?.value ?? ""));
  });

  const submitOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event);
    if (
      event.defaultPrevented ||
      !submitsOnEnter ||
      event.key !== "Enter" ||
      event.shiftKey ||
      event.nativeEvent.isComposing
    )
      return;
    event.preventDefault();
    const { form } = event.currentTarget;
    // A busy button would not send the form twice either.
    if (!form?.querySelector("[type=submit][aria-busy=true]")) form?.requestSubmit();
  };

  return (
    <div ref={box} className="flex flex-col gap-1">
      <textarea
        dir="auto"
        rows={4}
        {...useFieldControl()}
        {...rest}
        maxLength={lengthOf ? undefined : maxLength}
        onInput={(event) => {
          // A text that an input method is still composing must not be changed.
          if (lengthOf && !event.nativeEvent.isComposing) cutInserted(event.currentTarget, maxLength, lengthOf);
          setLength(toLength(event.currentTarget.value));
          onInput?.(event);
        }}
        onKeyDown={submitOnEnter}
        className={clsx(CONTROL_STYLE, "min-h-24 resize-y py-2.5", className)}
      />
      <p className="score self-end text-sm text-muted">
        <span aria-hidden>
          {length}/{maxLength}
        </span>
        <span className="sr-only" aria-live="polite">
          {maxLength - length <= 20 ? `${counted(maxLength - length, "character")} left` : ""}
        </span>
      </p>
    </div>
  );
}

/** Takes what is too much out of what was just typed or pasted before the caret, as `maxLength` does. */
function cutInserted(area: HTMLTextAreaElement, maxLength: number, lengthOf: (text: string) => number): void {
  if (lengthOf(area.value) <= maxLength) return;
  const rest = area.value.slice(area.selectionStart);
  const room = maxLength - lengthOf(rest);
  let kept = "";
  let count = 0;
  for (const { segment } of new Intl.Segmenter().segment(area.value.slice(0, area.selectionStart))) {
    count += lengthOf(segment);
    if (count > room) break;
    kept += segment;
  }
  area.value = kept + rest;
  area.setSelectionRange(kept.length, kept.length);
}

type ToggleProps = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** @param isMixed it stands for several boxes, of which only some are checked */
export function Checkbox({ isMixed, ...props }: ToggleProps & { isMixed?: boolean }) {
  const mix = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = isMixed === true;
  };
  return (
    <Toggle
      {...props}
      {...(isMixed !== undefined && { ref: mix })}
      control="size-5 appearance-none rounded-[4px] border border-edge bg-raised checked:border-accent checked:bg-accent indeterminate:border-6 indeterminate:border-accent bg-center bg-no-repeat tick"
    />
  );
}

export function Switch(props: ToggleProps) {
  return (
    <Toggle
      {...props}
      role="switch"
      control="knob h-6 w-11 appearance-none rounded-full border border-edge bg-raised checked:border-accent checked:bg-accent"
    />
  );
}

function Toggle({ label, hint, error, control, className, ...rest }: ToggleProps & { control: string }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={clsx("flex flex-col gap-1", className)}>
      <label htmlFor={id} className="flex min-h-6 items-center gap-3 touch:min-h-11">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          className={clsx("shrink-0 cursor-pointer transition-colors disabled:opacity-55", control)}
        />
        <span className="text-sm">{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

type ShowToggleProps = { what: string; isShown: boolean; onChange: (isShown: boolean) => void };

/** Shows or hides the text of the input before it. */
export function ShowToggle({ what, isShown, onChange }: ShowToggleProps) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <button
      type="button"
      aria-label={`Show ${what}`}
      aria-pressed={isShown}
      onClick={() => onChange(!isShown)}
      className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-muted hover:text-text"
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}
