/** What the picture of a shared address shows, 1200 by 630: the size that link previews are made for. */
export type ShareCard = {
  /** Names the drawn file: another card of the same thing gets another name. */
  kind: "item" | "channel" | "category" | "invitation" | "page";
  id: string;
  title: string;
  /** Under the title: who, and how many. */
  line: string;
  /** Above the title, such as VIDEO. */
  tag: string | null;
  lengthMs: number | null;
  /** Storage key of what lies behind everything. */
  groundKey: string | null;
  avatarKey: string | null;
};

export const SHARE_WIDTH_PX = 1200;
export const SHARE_HEIGHT_PX = 630;
