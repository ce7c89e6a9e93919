import { type SignUpDraft, signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import { call, callWithMessage } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { dayInWords } from "#lib/dates.ts";
import { toast } from "#lib/toast.ts";
import { ContinuePrompt } from "#ui/continue-prompt.tsx";

type ContinueDraftProps = {
  savedAt: string;
  onContinue: (draft: SignUpDraft) => void;
  /** Nothing of it is left. */
  onStartOver: () => void;
};

/** What was typed into the Sign Up form on an earlier visit, offered before the form. */
export function ContinueDraft({ savedAt, onContinue, onStartOver }: ContinueDraftProps) {
  const read = async (email: string) => {
    try {
      const { data, message } = await callWithMessage(signUpDraftRoutes.continue, { body: { email } });
      toast.success(message);
      onContinue(data);
    } catch (error) {
      // Too many wrong addresses: there is nothing left to ask for.
      if (error instanceof ApiError && error.kind === "gone") onStartOver();
      throw error;
    }
  };
  return (
    <ContinuePrompt
      sentence={`Someone started to sign up in this browser on ${dayInWords(savedAt)}.`}
      onContinue={read}
      onStartOver={async () => {
        await call(signUpDraftRoutes.forget);
        onStartOver();
      }}
    />
  );
}
