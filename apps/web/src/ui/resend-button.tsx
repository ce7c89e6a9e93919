import { useState, useSyncExternalStore } from "react";
import { messageOf } from "#lib/api-error.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** The server sends one mail a minute. */
const EVERY_MS = 60_000;

type ResendButtonProps = {
  label?: string;
  /** When the last mail left, as far as this page knows. */
  sentAtMs: number | null;
  /** @returns what the server says to it */
  onSend: () => Promise<string>;
};

/** Asks for a mail once more: not before a minute is over, and with the answer under it. */
export function ResendButton({ label = "Resend", sentAtMs, onSend }: ResendButtonProps) {
  const [lastMs, setLastMs] = useState(sentAtMs ?? 0);
  const [isSending, setIsSending] = useState(false);
  const [answer, setAnswer] = useState<{ tone: "good" | "warning"; message: string } | null>(null);
  const waitS = useCountdown(lastMs + EVERY_MS);
  const isWaiting = waitS > 0 || isSending;

  const send = async () => {
    setIsSending(true);
    try {
      setAnswer({ tone: "good", message: await onSend() });
      setLastMs(Date.now());
    } catch (error) {
      setAnswer({ tone: "warning", message: messageOf(error) });
    }
    setIsSending(false);
  };

  return (
    <div className="flex flex-col items-start gap-3">
      {/* Not disabled while it waits: the keyboard would lose its place. */}
      <Button variant="secondary" aria-disabled={isWaiting} onClick={() => void (isWaiting || send())}>
        {label}
        {waitS > 0 && <span className="score">in {waitS} s</span>}
      </Button>
      <div role="status" className="w-full">
        {answer && <Notice tone={answer.tone}>{answer.message}</Notice>}
      </div>
    </div>
  );
}

/** @returns the whole seconds left until a moment, 0 once it has come */
function useCountdown(untilMs: number): number {
  return useSyncExternalStore(everyHalfSecond, () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000)));
}

function everyHalfSecond(onTick: () => void): () => void {
  const timer = setInterval(onTick, 500);
  return () => clearInterval(timer);
}
