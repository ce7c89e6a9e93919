import { Link } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "#testing/page-parts.tsx";
import { useFilmRoomOpen } from "./use-film-room-open.ts";

function Room() {
  const [isOpen, setOpen] = useFilmRoomOpen();
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Close" : "Open"}
      </button>
      <Link to="." hash="film-room">
        Leo shared a film note
      </Link>
    </>
  );
}

test("the film room opens each time that a notification of a note is followed", async () => {
  renderOnPage(<Room />, "/#film-room");
  for (let times = 0; times < 2; times++) {
    await userEvent.click(await screen.findByRole("button", { name: "Close" }));
    await userEvent.click(await screen.findByRole("button", { name: "Open" }));
    await userEvent.click(await screen.findByRole("button", { name: "Close" }));
    await userEvent.click(screen.getByRole("link"));
  }
  expect(await screen.findByRole("button", { name: "Close" })).toBeTruthy();
});
