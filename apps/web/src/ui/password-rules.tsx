import { clsx } from "clsx";
import { Circle, CircleCheck } from "lucide-react";
import { ticksInWords, toTicks } from "./password-ticks.ts";

/** The rules of a new password, ticked off as one types. How many are met is said when that changes. */
export function PasswordRules({ text }: { text: string }) {
  return (
    <div>
      <ul className="flex flex-col gap-1">
        {toTicks(text).map(({ message, holds }) => {
          const Icon = holds ? CircleCheck : Circle;
          return (
            <li key={message} className={clsx("flex items-start gap-2 text-sm", holds ? "text-good" : "text-muted")}>
              <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
              <span>
                {message}
                {holds && <span className="sr-only"> Met.</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {ticksInWords(text)}
      </p>
    </div>
  );
}
