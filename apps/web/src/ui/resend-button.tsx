import { useEffect, useState, useSyncExternalStore } from "react";
import { messageOf } from "#lib/api-error.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** The server sends at most one email a minute. */
const COOLDOWN_MS = 60_000;

type ResendButtonProps = {
  label?: string;
  /** When the email was last sent, by the server's clock; null if that is unknown. */
  sentAtMs: number | null;
  /** @returns the server's message */
  onSend: () => Promise<string>;
};

/** Requests an email again, at most once a minute, and shows the server's reply. */
export function ResendButton({ label = "Resend", sentAtMs, onSend }: ResendButtonProps) {
  const [lastMs, setLastMs] = useState(() => byThisClock(sentAtMs));
  const [isSending, setIsSending] = useState(false);
  const [reply, setReply] = useState<{ tone: "good" | "warning"; message: string } | null>(null);
  const waitS = useCountdown(lastMs + COOLDOWN_MS);
  const isWaiting = waitS > 0 || isSending;
  useEffect(() => setLastMs((last) => Math.max(last, byThisClock(sentAtMs))), [sentAtMs]);

  const send = async () => {
    setIsSending(true);
    try {
      setReply({ tone: "good", message: await onSend() });
      setLastMs(Date.now());
    } catch (error) {
      setReply({ tone: "warning", message: messageOf(error) });
    }
    setIsSending(false);
  };

  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" disabled={isWaiting} onClick={() => void send()}>
        {label}
        {waitS > 0 && <span className="score">in {waitS} s</span>}
      </Button>
      <div role="status" className="w-full">
        {reply && <Notice tone={reply.tone}>{reply.message}</Notice>}
      </div>
    </div>
  );
}

/** The device's clock may be behind the server's: nothing was sent later than now. */
function byThisClock(sentAtMs: number | null): number {
  return Math.min(sentAtMs ?? 0, Date.now());
}

/** @returns the full seconds left, 0 once the time has passed */
function useCountdown(untilMs: number): number {
  return useSyncExternalStore(everyHalfSecond, () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000)));
}

function everyHalfSecond(onTick: () => void): () => void {
  const timer = setInterval(onTick, 500);
  return () => clearInterval(timer);
}
