import { clsx } from "clsx";
import {
  ChevronDown,
  ChevronUp,
  type LucideIcon,
  Maximize,
  Minimize,
  MoveHorizontal,
  PanelLeft,
  RectangleVertical,
  Search,
  X,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { type ComponentProps, type ReactNode, type Ref, useState } from "react";
import type { ViewerCommand } from "./viewer-keys.ts";

type ToolbarProps = {
  page: number;
  pageCount: number;
  percent: number;
  zoomKind: "width" | "page" | "percent";
  isPanelOpen: boolean;
  isFindOpen: boolean;
  isFullscreen: boolean;
  onPage: (page: number) => void;
  run: (command: ViewerCommand) => void;
  /** Further buttons, such as print and download. */
  children?: ReactNode;
};

/** All that the keys can do, as buttons. */
export function ViewerToolbar(props: ToolbarProps) {
  const { page, pageCount, percent, zoomKind, run } = props;
  return (
    <div
      role="toolbar"
      aria-label="Document"
      className="flex flex-wrap items-center gap-x-1 border-b border-line bg-raised px-1.5 py-1 sm:px-2"
    >
      <ToolButton
        icon={PanelLeft}
        label="Pages and contents"
        shortcut="s"
        aria-expanded={props.isPanelOpen}
        onClick={() => run("toggle_panel")}
      />
      <span className="flex items-center">
        <ToolButton icon={ChevronUp} label="Previous page" shortcut="←" onClick={() => run("previous_page")} />
        <PageField page={page} pageCount={pageCount} onPage={props.onPage} />
        <ToolButton icon={ChevronDown} label="Next page" shortcut="→" onClick={() => run("next_page")} />
      </span>
      <span className="ml-auto flex items-center">
        <ToolButton icon={ZoomOut} label="Zoom out" shortcut="-" onClick={() => run("zoom_out")} />
        <span className="score w-12 text-center text-base max-sm:hidden" aria-live="polite">
          <span className="sr-only">Zoom </span>
          {percent} %
        </span>
        <ToolButton icon={ZoomIn} label="Zoom in" shortcut="+" onClick={() => run("zoom_in")} />
        <ToolButton
          icon={MoveHorizontal}
          label="Fit width"
          shortcut="0"
          aria-pressed={zoomKind === "width"}
          onClick={() => run("fit_width")}
        />
        <ToolButton
          icon={RectangleVertical}
          label="Fit page"
          shortcut="9"
          aria-pressed={zoomKind === "page"}
          onClick={() => run("fit_page")}
        />
      </span>
      <span className="ml-auto flex items-center sm:ml-0">
        <ToolButton
          icon={Search}
          label="Search in the document"
          shortcut="/"
          aria-expanded={props.isFindOpen}
          onClick={() => run("find")}
        />
        {props.children}
        <ToolButton
          icon={props.isFullscreen ? Minimize : Maximize}
          label={props.isFullscreen ? "Leave full screen" : "Full screen"}
          shortcut="f"
          onClick={() => run("toggle_fullscreen")}
        />
      </span>
    </div>
  );
}

type PageFieldProps = Pick<ToolbarProps, "page" | "pageCount" | "onPage">;

function PageField({ page, pageCount, onPage }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const wanted = Number.parseInt(typed ?? "", 10);
    if (Number.isFinite(wanted)) onPage(Math.min(Math.max(wanted, 1), pageCount));
    setTyped(null);
  };
  return (
    <form
      className="flex items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <input
        type="text"
        inputMode="numeric"
        aria-label="Page"
        value={typed ?? String(page)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.replace(/\D/g, "").slice(0, 3))}
        onBlur={go}
        className="score h-8 w-12 rounded-control border border-edge bg-ground px-1 text-center text-base text-text touch:h-11"
      />
      <span className="score text-base whitespace-nowrap text-muted">of {pageCount}</span>
    </form>
  );
}

type ToolButtonProps = Omit<ComponentProps<"button">, "children"> & {
  icon: LucideIcon;
  label: string;
  shortcut?: string;
};

export function ToolButton({ icon: Icon, label, shortcut, className, ...rest }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      className={clsx(
        "inline-flex size-9 shrink-0 items-center justify-center rounded-control text-text hover:bg-lift touch:size-11",
        "disabled:opacity-55 aria-expanded:bg-lift aria-pressed:bg-lift aria-pressed:text-accent",
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden size={20} className="stroke-[1.75]" />
    </button>
  );
}

type FindBarProps = {
  input: Ref<HTMLInputElement>;
  query: string;
  hasText: boolean;
  total: number;
  current: number;
  isSearching: boolean;
  onQuery: (query: string) => void;
  onStep: (direction: 1 | -1) => void;
  onClose: () => void;
};

/** Enter goes to the next hit, Shift and Enter to the previous one, Escape closes. */
export function FindBar({ input, query, hasText, onQuery, onStep, onClose, ...found }: FindBarProps) {
  if (!hasText)
    return (
      <div className="flex items-center gap-2 border-b border-line bg-raised px-3 py-1 text-sm">
        <p role="status" className="grow">
          This document consists of pictures: there is no text to search.
        </p>
        <ToolButton icon={X} label="Close search" onClick={onClose} />
      </div>
    );
  return (
    <search className="flex flex-wrap items-center gap-1 border-b border-line bg-raised px-2 py-1">
      <input
        ref={input}
        type="search"
        aria-label="Search in the document"
        placeholder="Search in the document"
        value={query}
        maxLength={100}
        onChange={({ currentTarget }) => onQuery(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className="h-9 min-w-0 grow rounded-control border border-edge bg-ground px-3 text-base text-text sm:max-w-80 touch:h-11"
      />
      <p role="status" className="score min-w-20 text-center text-base text-muted">
        {query.trim() !== "" && toResult(found)}
      </p>
      <span className="flex">
        <ToolButton icon={ChevronUp} label="Previous hit" disabled={found.total === 0} onClick={() => onStep(-1)} />
        <ToolButton icon={ChevronDown} label="Next hit" disabled={found.total === 0} onClick={() => onStep(1)} />
        <ToolButton icon={X} label="Close search" onClick={onClose} />
      </span>
    </search>
  );
}

function toResult({ total, current, isSearching }: Pick<FindBarProps, "total" | "current" | "isSearching">): string {
  if (total > 0) return `${current + 1} of ${total}`;
  return isSearching ? "Searching…" : "Not found";
}
