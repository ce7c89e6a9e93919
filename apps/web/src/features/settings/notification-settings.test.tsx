import { NOTIFICATION_KINDS, type NotificationSetting } from "@app/contract/preferences";
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { NotificationSettings } from "./notification-settings.tsx";

afterEach(() => {
  setUser(null);
  setAccessToken(null);
});

test("somebody without a plan can switch off every kind: they have followers, and perhaps payouts to come", async () => {
  setUser({ id: "1", plan: null, teams: [] } as never);
  setAccessToken("token");
  answerWith(() =>
    NOTIFICATION_KINDS.map(
      (kind): NotificationSetting => ({ kind, bell: true, email: "daily", push: false, is_email_fixed: false }),
    ),
  );
  renderWithQueries(<NotificationSettings />);
  expect(await screen.findAllByRole("group")).toHaveLength(NOTIFICATION_KINDS.length);
  expect(screen.getByRole("group", { name: "Someone replies to my comment, or mentions me" })).toBeTruthy();
});
