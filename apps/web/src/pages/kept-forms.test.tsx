import { Link } from "@tanstack/react-router";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { CheckMail } from "#features/account-links/check-mail.tsx";
import { markOwnRegistration } from "#lib/own-registration.ts";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { aProfile } from "#testing/a-profile.ts";
import { aRegistration } from "#testing/a-registration.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { ProfileInfoPage } from "./profile-info-page.tsx";
import { ProfileTab } from "./setting/profile-tab.tsx";
import { SignUpPage } from "./sign-up-page.tsx";

const PROFILE = aProfile();
const CARD = {
  ...PROFILE,
  type: PROFILE.user_type,
  is_staff: false,
  teams: [],
  can: { upload: false, refer: false, administer: false },
};

const { createObjectURL, revokeObjectURL } = URL;

afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  setUser(null);
  setAccessToken(null);
});

/** Types into a field, and refreshes everything on the page while the server fails. */
async function typeAndFail(page: ReactNode, at: string, label: string): Promise<HTMLInputElement> {
  const { queries } = renderOnPage(page, at);
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await userEvent.clear(field);
  await userEvent.type(field, "1234");
  vi.stubGlobal("fetch", async () => Response.json({ message: "Unavailable", errors: {} }, { status: 503 }));
  await act(async () => {
    await queries.refetchQueries();
    // Components hear of it in the next turn.
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(
    new Set(
      queries
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.status),
    ),
  ).toEqual(new Set(["error"]));
  return field;
}

test("a profile that is being edited outlives a failed refresh", async () => {
  setUser({ id: PROFILE.id, plan: null, channel: PROFILE.channel, teams: [] } as never);
  setAccessToken("token");
  answerWith((path) => (path.includes("/user/profile") ? PROFILE : []));
  const field = await typeAndFail(<ProfileInfoPage />, "/", "Name");
  expect([field.isConnected, field.value]).toEqual([true, "1234"]);
});

test("the form of a sign-up outlives a failed refresh", async () => {
  markOwnRegistration();
  answerWith((path) => (path.includes("/earner-registration") ? aRegistration({ plan: "Team" }) : []));
  const field = await typeAndFail(<SignUpPage />, "/?as=earner&plan=Team", "Team name");
  expect([field.isConnected, field.value]).toEqual([true, "1234"]);
});

test("the code of a sign-up outlives a failed refresh", async () => {
  markOwnRegistration();
  const state = { username: "maya", email: "maya@people.test", is_verified: false, is_disowned: false, sent_at: null };
  answerWith(() => state);
  const field = await typeAndFail(<CheckMail onVerified={vi.fn()} />, "/", "Code from the email");
  expect([field.isConnected, field.value]).toEqual([true, "1234"]);
});

test("a form whose categories cannot be loaded says so, and appears after a retry", async () => {
  markOwnRegistration();
  let isDown = true;
  answerWith((path) => {
    if (path.includes("/earner-registration")) return aRegistration({ plan: "Team" });
    if (path.includes("/categories") && isDown) throw new TypeError("Failed to fetch");
    return [{ id: 1, name: "Rowing", image: null }];
  });
  renderOnPage(<SignUpPage />, "/?as=earner&plan=Team");
  const retry = await screen.findByRole("button", { name: "Retry" });
  isDown = false;
  await userEvent.click(retry);
  await userEvent.click(await screen.findByLabelText("Channel category"));
  expect(await screen.findByRole("option", { name: "Rowing" })).toBeTruthy();
});

/** Opens the profile in Settings, which is not saved before `finish`. */
function openSlowProfile(page = <ProfileTab />) {
  setUser({ id: PROFILE.id, plan: null, channel: PROFILE.channel, teams: [] } as never);
  setAccessToken("token");
  const saved = Promise.withResolvers<unknown>();
  const sent = answerWith((path) => {
    if (path.includes("/user/profile/update")) return saved.promise;
    return path.includes("/user/profile") ? PROFILE : [];
  });
  renderOnPage(
    <>
      {page}
      <Link to="/explore">Leave</Link>
    </>,
  );
  const finish = () =>
    act(async () => {
      saved.resolve(CARD);
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  return { finish, updates: () => sent.filter(({ path }) => path.includes("/update")) };
}

test.each([
  ["Settings", <ProfileTab key="tab" />],
  ["a page of its own", <ProfileInfoPage key="page" />],
])("what is typed while a profile is being saved in %s is not taken for saved", async (_, page) => {
  const { finish, updates } = openSlowProfile(page);
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  await userEvent.type(name, " Ortiz");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(updates()).toHaveLength(1));
  await userEvent.type(name, " Vega");
  await finish();
  expect(name.value).toBe("Maya Ortiz Vega");
  await userEvent.click(screen.getByRole("link", { name: "Leave" }));
  expect(await screen.findByRole("alertdialog", { name: "Leave without saving?" })).toBeDefined();
});

test("a picture chosen while a profile is being saved is sent with the next save", async () => {
  Object.assign(URL, { createObjectURL: () => "blob:picture", revokeObjectURL: () => undefined });
  const { finish, updates } = openSlowProfile();
  const input = await screen.findByLabelText<HTMLInputElement>("Choose a profile picture");
  const save = screen.getByRole("button", { name: "Save" });
  await userEvent.click(save);
  await vi.waitFor(() => expect(updates()).toHaveLength(1));
  const picture = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], "new.jpg", { type: "image/jpeg" });
  await userEvent.upload(input, picture);
  await screen.findByRole("button", { name: "Remove: Choose a profile picture" });
  await finish();
  await userEvent.click(save);
  await vi.waitFor(() => expect(updates()).toHaveLength(2));
  const body = updates()[1]?.body;
  const files = body instanceof FormData ? [...body.values()].filter((value) => value instanceof File) : [];
  expect(files.map(({ name }) => name)).toEqual(["new.jpg"]);
});

test("each save of a profile sends only what was changed since the one before", async () => {
  const { finish, updates } = openSlowProfile();
  const save = await screen.findByRole("button", { name: "Save" });
  const fields = () => updates().map(({ body }) => (body instanceof FormData ? [...body.keys()] : []));
  await userEvent.type(screen.getByLabelText("Name"), " Ortiz");
  await userEvent.click(save);
  await vi.waitFor(() => expect(updates()).toHaveLength(1));
  await finish();
  await userEvent.type(screen.getByLabelText(/^Bio/), "Rower");
  await userEvent.click(save);
  await vi.waitFor(() => expect(updates()).toHaveLength(2));
  expect(fields()).toEqual([["full_name"], ["bio"]]);
});
