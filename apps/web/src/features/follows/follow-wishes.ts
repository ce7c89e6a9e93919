import { create } from "zustand";

export type Answer = { following: boolean };

/**
 * What the person wants of each channel, ahead of the server's answer; shared by every card that shows the channel.
 * `known` is what the server said last, and what is shown again when a wish fails.
 */
type Standing = { wish: boolean; known: boolean; isUnderWay: boolean };

export const useWishes = create<{ byChannel: Readonly<Record<string, Standing>> }>()(() => ({ byChannel: {} }));

function put(channelId: string, standing: Standing): void {
  useWishes.setState(({ byChannel }) => ({ byChannel: { ...byChannel, [channelId]: standing } }));
}

/**
 * Shows a wish at once and tells the server. One request a channel at a time: whoever presses again meanwhile is heard
 * when it has answered, so that the last wish wins whatever the order on the line.
 * @param known what the card was given
 * @param tell asks the server, and answers how things stand then
 * @throws what `tell` throws; then what the server said last is shown again, until the lists say how it is
 */
export async function wish(
  channelId: string,
  { wanted, known }: { wanted: boolean; known: boolean },
  tell: (following: boolean) => Promise<Answer>,
): Promise<void> {
  const before = useWishes.getState().byChannel[channelId];
  put(channelId, { wish: wanted, known: before?.known ?? known, isUnderWay: true });
  if (before?.isUnderWay) return;
  try {
    await tellLastWish(channelId, tell);
  } catch (error) {
    const now = useWishes.getState().byChannel[channelId];
    // Forgotten meanwhile: it was somebody else's wish.
    if (!now) return;
    put(channelId, { wish: now.known, known: now.known, isUnderWay: false });
    throw error;
  }
}

async function tellLastWish(channelId: string, tell: (following: boolean) => Promise<Answer>): Promise<void> {
  for (;;) {
    const now = useWishes.getState().byChannel[channelId];
    if (!now) return;
    if (now.wish === now.known) {
      put(channelId, { ...now, isUnderWay: false });
      return;
    }
    const { following } = await tell(now.wish);
    const after = useWishes.getState().byChannel[channelId];
    if (!after) return;
    put(channelId, { ...after, known: following });
    // The server keeps to itself what it was asked: asking again would go on for ever.
    if (following !== now.wish) throw new Error("the wish was not granted");
  }
}

/** The lists have been asked anew and know it themselves: from here on they are believed, as after a change elsewhere. */
export function settle(channelId: string): void {
  const { byChannel } = useWishes.getState();
  if (!byChannel[channelId] || byChannel[channelId].isUnderWay) return;
  const { [channelId]: _settled, ...others } = byChannel;
  useWishes.setState({ byChannel: others });
}

/** What one person wished is not for the next. */
export function forgetWishes(): void {
  useWishes.setState({ byChannel: {} });
}
