import { useNavigate } from "@tanstack/react-router";
import { Search, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { CONTROL_STYLE } from "#ui/field.tsx";

/** The person has just asked for this field. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

/** Opens to a field; Enter goes to the results, Escape closes it. On a phone it lies over the header. */
export function SearchBar() {
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();

  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const term = String(new FormData(event.currentTarget).get("search") ?? "").trim();
    if (term === "") return;
    setIsOpen(false);
    void navigate({ href: `/search-results?search=${encodeURIComponent(term)}` });
  };

  if (!isOpen) {
    return (
      <Button variant="ghost" size="icon" aria-label="Search" aria-expanded={false} onClick={() => setIsOpen(true)}>
        <Search aria-hidden size={20} strokeWidth={1.75} />
      </Button>
    );
  }
  return (
    <search className="bg-ground max-lg:absolute max-lg:inset-0 max-lg:z-10 max-lg:grid max-lg:items-center max-lg:px-4">
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape in any of its controls closes it */}
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
