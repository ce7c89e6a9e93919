import { create } from "zustand";

export type BlockTarget = { channelId: string; name: string };

type Asked = { about: "block"; person: BlockTarget };

/** The open dialog that asks about blocking; anything that shows a person can open it. */
export const useSafetyDialog = create<{ asked: Asked | null }>()(() => ({ asked: null }));

export function openBlock(person: BlockTarget): void {
  useSafetyDialog.setState({ asked: { about: "block", person } });
}

export function closeSafetyDialog(): void {
  useSafetyDialog.setState({ asked: null });
}
