import { useNavigate, useSearch } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useState } from "react";
import { SearchField } from "#features/search/search-field.tsx";
import { Button } from "#ui/button.tsx";

/** For what the person has just asked for. */
function focus(control: HTMLElement | null): void {
  control?.focus();
}

/** Opens to a field; Enter goes to the results, Escape closes it. On a phone it lies over the header. */
export function SearchBar() {
  // Null until it was opened once: only a field that was closed hands the focus back to its button.
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const { search: term } = useSearch({ strict: false }) as { search?: string };
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
        <Search aria-hidden size={20} strokeWidth={1.75} />
      </Button>
    );
  }
  return (
    <search className="bg-ground max-lg:absolute max-lg:inset-0 max-lg:z-10 max-lg:grid max-lg:items-center max-lg:px-4">
      <SearchField
        initialTerm={term ?? ""}
        onClose={() => setIsOpen(false)}
        onGo={(search) => {
          setIsOpen(null);
          void navigate({ href: `/search-results?search=${encodeURIComponent(search)}` });
        }}
      />
    </search>
  );
}
