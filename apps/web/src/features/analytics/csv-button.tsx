import { Download } from "lucide-react";
import { Button } from "#ui/button.tsx";

/** @param props.label what the file holds, for screen readers */
export function CsvButton({
  label,
  isBusy = false,
  onPress,
}: {
  label: string;
  isBusy?: boolean;
  onPress: () => void;
}) {
  return (
    <Button
      variant="secondary"
      size="sm"
      className="print:hidden"
      busy={isBusy}
      aria-label={`CSV: ${label}`}
      onClick={onPress}
    >
      {!isBusy && <Download aria-hidden size={16} />}
      CSV
    </Button>
  );
}
