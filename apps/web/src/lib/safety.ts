import type { ReportSubject } from "@app/contract/reports";
import { create } from "zustand";

export type BlockTarget = { channelId: string; name: string };

/** What is reported; `name` is a title, or whose comment or channel it is. */
export type ReportTarget = { subject: ReportSubject; id: string; name: string };

type SafetyQuestion = { about: "block"; person: BlockTarget } | { about: "report"; target: ReportTarget };

/** The open dialog that asks about a block or a report; anything that shows a person can open it. */
export const useSafetyDialog = create<{ question: SafetyQuestion | null }>()(() => ({ question: null }));

export function openBlock(person: BlockTarget): void {
  useSafetyDialog.setState({ question: { about: "block", person } });
}

export function openReport(target: ReportTarget): void {
  useSafetyDialog.setState({ question: { about: "report", target } });
}

export function closeSafetyDialog(): void {
  useSafetyDialog.setState({ question: null });
}
