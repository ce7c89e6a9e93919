import type { DeviceView } from "@app/contract/accounts";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { DeviceList } from "./device-list.tsx";

let devices: DeviceView[] = [];

beforeEach(() => {
  devices = ["Laptop", "Phone", "Tablet"].map(toDevice);
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    if (method === "POST") devices = devices.filter(({ id, is_this_device }) => is_this_device || !isRemoved(path, id));
    const data = method === "POST" ? null : devices;
    return Response.json({ code: 200, status: "success", message: "OK", data });
  });
});

function isRemoved(path: string, id: string): boolean {
  return path.endsWith(id) || path.endsWith("/remove-others");
}

function toDevice(name: string, at: number): DeviceView {
  return {
    id: `0190a1b2-0000-7000-8000-00000000000${at}`,
    name,
    address: "10.0.0.1",
    is_this_device: at === 0,
    first_seen_at: "2026-02-03T10:00:00.000Z",
    last_seen_at: "2026-02-03T10:00:00.000Z",
  };
}

const button = (name: string) => screen.findByRole("button", { name });
const list = () => screen.getByRole("list", { name: "Your devices" });

async function remove(name: string): Promise<void> {
  await userEvent.click(await button(`Remove ${name}`));
  await userEvent.click(await button("Remove"));
  await waitFor(() => expect(screen.queryByText(name)).toBeNull());
}

test("after a device is removed, the focus is on the next one's button, then on the list", async () => {
  renderWithQueries(<DeviceList />);
  await remove("Phone");
  await waitFor(async () => expect(document.activeElement).toBe(await button("Remove Tablet")));
  await remove("Tablet");
  await waitFor(() => expect(document.activeElement).toBe(list()));
});

test("after all other devices are signed out, the focus is on the page", async () => {
  renderWithQueries(
    <main tabIndex={-1}>
      <DeviceList />
    </main>,
  );
  await userEvent.click(await button("Sign out all other devices"));
  await userEvent.click(await button("Sign out"));
  await screen.findByText("You are only signed in on this device.");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});
