import { useNavigate, useSearch } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useState } from "react";
import { SearchField } from "#features/search/search-field.tsx";
import { Button } from "#ui/button.tsx";

/** For what the person has just asked for. */
function focus(control: HTMLElement | null): void {
  control?.focus();
}

/** Opens to a field; Enter goes to the results, Escape closes it. Where it would not fit it takes the whole header. */
export function SearchBar() {
  // Null until it was opened once: only a field that was closed hands the focus back to its button.
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const { search: term } = useSearch({ from: "__root__" });
  const navigate = useNavigate();

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
        <Search aria-hidden size={20} />
      </Button>
    );
  }
  return (
    <search className="max-xl:visible max-xl:absolute max-xl:inset-0 max-xl:grid max-xl:items-center max-xl:px-[clamp(1rem,3vw,3rem)]">
      <SearchField
        initialTerm={term ?? ""}
        onClose={() => setIsOpen(false)}
        onGo={(search) => {
          setIsOpen(null);
          // From one page of results to the next the page stays, and the field that had the focus goes.
          document.querySelector("main")?.focus({ preventScroll: true });
          void navigate({ href: `/search-results?${new URLSearchParams({ search })}` });
        }}
      />
    </search>
  );
}
