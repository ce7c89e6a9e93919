import { Button } from "#ui/button.tsx";

/** A Content Creator needs a plan; until there are plans, the way there begins as a Registered User. */
export function CreatorSoon({ onBegin, onBack }: { onBegin: () => void; onBack: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <p>
        The plans of Content Creators open with the billing release. You can begin as a Registered User today: the
        upgrade keeps your account, and nothing of it is lost.
      </p>
      <Button size="lg" onClick={onBegin}>
        Begin as a Registered User
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Back
      </Button>
    </div>
  );
}
