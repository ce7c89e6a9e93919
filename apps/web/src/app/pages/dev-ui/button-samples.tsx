import { Bell, Upload } from "lucide-react";
import { Button, LinkButton } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Row, Samples } from "./samples.tsx";

const VARIANTS = ["primary", "secondary", "ghost", "danger"] as const;
const SIZES = ["sm", "md", "lg"] as const;

export function ButtonSamples() {
  return (
    <Samples title="Buttons">
      {VARIANTS.map((variant) => (
        <Row key={variant}>
          {SIZES.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {variant} {size}
            </Button>
          ))}
          <Button variant={variant} busy>
            Busy
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </Row>
      ))}
      <Row>
        <LinkButton href="/explore">
          <Upload aria-hidden size={18} />
          Link
        </LinkButton>
        <Button variant="ghost" size="icon" aria-label="Notifications">
          <Bell aria-hidden size={20} />
        </Button>
        <Spinner label="Loading the samples" />
      </Row>
    </Samples>
  );
}
