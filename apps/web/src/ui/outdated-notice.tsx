import { Notice } from "./notice.tsx";

/** Above the button that saves. */
export function OutdatedNotice() {
  return (
    <div role="alert">
      <Notice tone="warning">
        This was changed somewhere else in the meantime. If you save, your version replaces it.
      </Notice>
    </div>
  );
}
