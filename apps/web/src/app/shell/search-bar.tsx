import { useNavigate } from "@tanstack/react-router";
import { Search, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { CONTROL_STYLE } from "#ui/control-style.ts";

/** For what the person has just asked for. */
function focus(control: HTMLElement | null): void {
  control?.focus();
}

/** Opens to a field; Enter goes to the results, Escape closes it. On a phone it lies over the header. */
export function SearchBar() {
  // Null until it was opened once: only a field that was closed hands the focus back to its button.
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const navigate = useNavigate();

  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const term = String(new FormData(event.currentTarget).get("search") ?? "").trim();
    if (term === "") return;
    setIsOpen(null);
    void navigate({ href: `/search-results?search=${encodeURIComponent(term)}` });
  };

  if (!isOpen) {
    return (
      <Button
        ref={isOpen === false ? focus : null}
        variant="ghost"
        size="icon"
        aria-label="Search"
        aria-expanded={false}
        onClick={() => setIsOpen(true)}
      >
        <Search aria-hidden size={20} strokeWidth={1.75} />
      </Button>
    );
  }
  return (
    <search className="bg-ground max-lg:absolute max-lg:inset-0 max-lg:z-10 max-lg:grid max-lg:items-center max-lg:px-4">
      <form
        onSubmit={search}
        onKeyDown={(event) => event.key === "Escape" && setIsOpen(false)}
        className="flex items-center gap-1"
      >
        <input
          type="search"
          name="search"
          aria-label="Search videos and channels"
          placeholder="Search"
          ref={focus}
          enterKeyHint="search"
          maxLength={100}
          className={`${CONTROL_STYLE} h-10 lg:w-64`}
        />
        <Button variant="ghost" size="icon" aria-label="Close search" onClick={() => setIsOpen(false)}>
          <X aria-hidden size={20} strokeWidth={1.75} />
        </Button>
      </form>
    </search>
  );
}
