import { MESSAGES } from "@app/contract/errors";
import { Bell, Upload } from "lucide-react";
import { useState } from "react";
import { ApiError } from "#lib/api-error.ts";
import { useTitle } from "#lib/use-title.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { CarouselSkeleton } from "#ui/carousel.tsx";
import { Empty } from "#ui/empty.tsx";
import { Checkbox, Field, PasswordInput, Switch, TextArea, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Logo, LogoMark } from "#ui/logo.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { FloatSamples, MediaSamples, Row, Samples, WidgetSamples } from "./dev-ui/samples.tsx";

const SPORTS = [
  { value: 1, label: "Basketball" },
  { value: 2, label: "Swimming" },
  { value: 3, label: "Track and field" },
] as const;

const VISIBILITIES = [
  { value: "public", label: "Public", hint: "Listed, and open to everyone" },
  { value: "unlisted", label: "Unlisted", hint: "Open to whoever has the link" },
  { value: "private", label: "Private", hint: "Open to you alone", disabled: true },
] as const;

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

const TONES = ["info", "good", "warning", "error"] as const;

const FAULT = new ApiError({
  kind: "internal",
  message: MESSAGES.unexpected,
  errors: {},
  request_id: "7f3a-21",
  code: 500,
});

const VARIANTS = ["primary", "secondary", "ghost", "danger"] as const;

const SIZES = ["sm", "md", "lg"] as const;

const THEMES = ["dark", "light"] as const;

/** Every piece in every state, both themes side by side. */
export function DevUiPage() {
  useTitle("Pieces");
  return (
    <div className="grid xl:grid-cols-2">
      <h1 className="sr-only">Pieces of the interface</h1>
      {THEMES.map((theme) => (
        <div key={theme} data-theme={theme} className="flex min-w-0 flex-col gap-12 bg-ground p-6 text-text sm:p-10">
          <h2 className="title text-4xl">{theme}</h2>
          <TokenSamples />
          <ButtonSamples />
          <FieldSamples idPrefix={theme} />
          <WidgetSamples />
          <FloatSamples />
          <MediaSamples suffix={`in ${theme}`} />
          <StateSamples />
        </div>
      ))}
    </div>
  );
}

function ButtonSamples() {
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

function StateSamples() {
  return (
    <Samples title="Loading, empty, error, notices">
      <CarouselSkeleton label="Loading samples" slidesPerView={3} breakpoints={[{ maxWidth: 712, slidesPerView: 1 }]} />
      <Skeleton className="h-8 w-64" />
      <Empty title={MESSAGES.noData}>
        <p>Upload the first video of your channel.</p>
        <Button>Upload</Button>
      </Empty>
      <LoadError error={FAULT} onRetry={() => undefined} />
      {TONES.map((tone) => (
        <Notice key={tone} tone={tone} title={tone === "warning" ? "Processing failed" : undefined}>
          A notice in the tone of {tone}.
        </Notice>
      ))}
      <ProgressBar label="Uploading game.mp4" percent={43} valueText="17 of 40 MB" />
      <ProgressBar label="Checking the file" percent={null} />
    </Samples>
  );
}

function TokenSamples() {
  return (
    <Samples title="Colors and type">
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

/** @param idPrefix tells the two themes' groups of radio buttons apart */
function FieldSamples({ idPrefix }: { idPrefix: string }) {
  const [visibility, setVisibility] = useState("public");
  return (
    <Samples title="Forms">
      <form className="grid max-w-md gap-5" onSubmit={(event) => event.preventDefault()}>
        <Field label="Title" hint="Up to 100 characters">
          <TextInput placeholder="Cup final, second half" />
        </Field>
        <Field label="Email" error="Email must be a valid email">
          <TextInput type="email" defaultValue="coach@" />
        </Field>
        <Field label="Password" optional>
          <PasswordInput defaultValue="correct horse" autoComplete="off" />
        </Field>
        <Field label="Bio" hint="Enter sends, Shift and Enter start a new line">
          <TextArea maxLength={50} defaultValue="Point guard. Early riser." />
        </Field>
        <Field label="Disabled">
          <TextInput disabled defaultValue="Not now" />
        </Field>
        <Field label="Category">
          <Select options={SPORTS} placeholder="Choose a category" defaultValue="" />
        </Field>
        <RadioGroup
          legend="Visibility"
          name={`${idPrefix}-visibility`}
          options={VISIBILITIES}
          value={visibility}
          onChange={(event) => setVisibility(event.currentTarget.value)}
        />
        <Checkbox label="Copy the contact person into the coach" defaultChecked />
        <Checkbox label="I have read the terms" error="Please accept the terms" />
        <Switch label="Comments are open" hint="Anyone signed in may comment" defaultChecked />
        <Switch label="Off and disabled" disabled />
      </form>
    </Samples>
  );
}
