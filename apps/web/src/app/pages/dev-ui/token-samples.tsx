import { Logo, LogoMark } from "#ui/logo.tsx";
import { Row, Samples } from "./samples.tsx";

const SURFACES = [
  "bg-ground",
  "bg-raised",
  "bg-lift",
  "bg-accent",
  "bg-clay",
  "bg-gold",
  "bg-error",
  "bg-good",
] as const;
const TEXTS = ["text-text", "text-muted", "text-accent", "text-clay", "text-gold", "text-error", "text-good"] as const;

export function TokenSamples() {
  return (
    <Samples title="Colours and type">
      <Row>
        <Logo />
        <LogoMark size={48} />
      </Row>
      <Row>
        {SURFACES.map((name) => (
          <span key={name} className="flex flex-col items-center gap-1 text-xs text-muted">
            <span className={`${name} size-14 rounded-control border border-edge`} />
            {name.slice(3)}
          </span>
        ))}
      </Row>
      <Row>
        {TEXTS.map((name) => (
          <span key={name} className={`${name} font-semibold`}>
            {name.slice(5)}
          </span>
        ))}
      </Row>
      <p className="title text-6xl">Title of a section</p>
      <p className="score text-3xl">12:04 · 1.2M views · $1,280.00</p>
      <p className="max-w-prose">Text is set in Inter. Łukasz Żak and Zoë Brontë can spell their names in it.</p>
    </Samples>
  );
}
