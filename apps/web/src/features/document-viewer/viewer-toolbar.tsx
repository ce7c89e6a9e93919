import { clsx } from "clsx";
import {
  ChevronDown,
  ChevronUp,
  Download,
  EllipsisVertical,
  type LucideIcon,
  Maximize,
  Minimize,
  MoveHorizontal,
  PanelLeft,
  Printer,
  RectangleVertical,
  Search,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { type ComponentProps, useState } from "react";
import { UnstyledButton } from "#ui/button.tsx";
import { Menu, MenuDownload, MenuItem, MenuLine } from "#ui/menu.tsx";
import type { ViewerCommand } from "./viewer-keys.ts";

const TOOL =
  "inline-flex size-9 shrink-0 items-center justify-center rounded-control text-text hover:bg-lift touch:size-11";

type ToolbarProps = {
  /** False at first: only its place is kept. */
  isRendered: boolean;
  page: number;
  pageCount: number;
  percent: number;
  zoomKind: "width" | "page" | "percent";
  isPanelOpen: boolean;
  isFindOpen: boolean;
  isFullscreen: boolean;
  /** Null if the owner does not allow it; then it cannot be printed either. */
  downloadUrl: string | null;
  isPrinting: boolean;
  onPrint: () => void;
  onPage: (page: number) => void;
  run: (command: ViewerCommand) => void;
};

type Tool = {
  icon: LucideIcon;
  label: string;
  shortcut?: string;
  isPressed?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
};

/** All that the keys can do, as buttons. Where they do not fit in one row, the less frequent ones are in a menu. */
export function ViewerToolbar(props: ToolbarProps) {
  const { page, pageCount, percent, zoomKind, downloadUrl, run } = props;
  const zoomTools: Tool[] = [
    { icon: ZoomOut, label: "Zoom out", shortcut: "-", onSelect: () => run("zoom_out") },
    { icon: ZoomIn, label: "Zoom in", shortcut: "+", onSelect: () => run("zoom_in") },
  ];
  const fitTools: Tool[] = [
    {
      icon: MoveHorizontal,
      label: "Fit width",
      shortcut: "0",
      isPressed: zoomKind === "width",
      onSelect: () => run("fit_width"),
    },
    {
      icon: RectangleVertical,
      label: "Fit page",
      shortcut: "9",
      isPressed: zoomKind === "page",
      onSelect: () => run("fit_page"),
    },
  ];
  const print: Tool = { icon: Printer, label: "Print", isDisabled: props.isPrinting, onSelect: props.onPrint };
  const fullScreen: Tool = {
    icon: props.isFullscreen ? Minimize : Maximize,
    label: props.isFullscreen ? "Exit full screen" : "Full screen",
    shortcut: "f",
    onSelect: () => run("toggle_fullscreen"),
  };
  const [zoomOut, zoomIn] = zoomTools.map(toButton);
  if (!props.isRendered) return <div className="h-[2.8125rem] border-b border-line bg-raised touch:h-[3.3125rem]" />;
  return (
    <div role="toolbar" aria-label="Document" className="@container border-b border-line bg-raised">
      <div className="flex flex-wrap items-center gap-x-1 px-1.5 py-1 sm:px-2">
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
        <span className="ml-auto flex items-center @max-2xl:hidden">
          {zoomOut}
          <span className="score w-12 text-center text-base" aria-live="polite">
            <span className="sr-only">Zoom </span>
            {percent}%
          </span>
          {zoomIn}
          {fitTools.map(toButton)}
        </span>
        <span className="ml-auto flex items-center @2xl:ml-0">
          <ToolButton
            icon={Search}
            label="Search in the document"
            shortcut="/"
            aria-expanded={props.isFindOpen}
            onClick={() => run("find")}
          />
          <span className="flex items-center @max-2xl:hidden">
            {downloadUrl !== null && (
              <>
                <a href={downloadUrl} download aria-label="Download" title="Download" className={TOOL}>
                  <Download aria-hidden size={20} className="stroke-[1.75]" />
                </a>
                {toButton(print)}
              </>
            )}
            {document.fullscreenEnabled && toButton(fullScreen)}
          </span>
          <span className="flex @2xl:hidden">
            <Menu
              label="More tools"
              floats
              trigger={(trigger) => <ToolButton icon={EllipsisVertical} label="More tools" {...trigger} />}
              header={
                <p className="score px-3 pt-2 pb-1 text-base text-muted" aria-live="polite">
                  Zoom {percent}%
                </p>
              }
            >
              {zoomTools.map((tool) => toItem(tool, { staysOpen: true }))}
              {fitTools.map((tool) => toItem(tool))}
              <MenuLine />
              {downloadUrl !== null && (
                <>
                  <MenuDownload icon={<Download aria-hidden size={18} />} href={downloadUrl}>
                    Download
                  </MenuDownload>
                  {toItem(print)}
                </>
              )}
              {document.fullscreenEnabled && toItem(fullScreen)}
            </Menu>
          </span>
        </span>
      </div>
    </div>
  );
}

function toButton({ icon, label, shortcut, isPressed, isDisabled, onSelect }: Tool) {
  return (
    <ToolButton
      key={shortcut ?? label}
      icon={icon}
      label={label}
      {...(shortcut !== undefined && { shortcut })}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onSelect}
    />
  );
}

function toItem({ icon: Icon, label, isDisabled, onSelect }: Tool, { staysOpen = false } = {}) {
  if (isDisabled) return null;
  return (
    <MenuItem key={label} icon={<Icon aria-hidden size={18} />} staysOpen={staysOpen} onSelect={onSelect}>
      {label}
    </MenuItem>
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
      <span role="status" className="sr-only">{`Page ${page} of ${pageCount}`}</span>
    </form>
  );
}

type ToolButtonProps = Omit<ComponentProps<typeof UnstyledButton>, "children"> & {
  icon: LucideIcon;
  label: string;
  shortcut?: string;
};

export function ToolButton({ icon: Icon, label, shortcut, className, ...rest }: ToolButtonProps) {
  return (
    <UnstyledButton
      aria-label={label}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      className={clsx(
        TOOL,
        "disabled:opacity-55 aria-expanded:bg-lift aria-pressed:bg-lift aria-pressed:text-accent",
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden size={20} className="stroke-[1.75]" />
    </UnstyledButton>
  );
}
