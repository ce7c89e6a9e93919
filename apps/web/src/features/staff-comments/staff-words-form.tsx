import { HELD_WORD_MAX_CHARS, HELD_WORDS_MAX } from "@app/contract/comment-rules";
import { useQuery } from "@tanstack/react-query";
import { faultOf } from "#lib/api-error.ts";
import { useEdited } from "#lib/edited.ts";
import { hasSameLines, toLines } from "#lib/lines.ts";
import { Button } from "#ui/button.tsx";
import { LeaveGuard } from "#ui/dialog.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { OutdatedNotice } from "#ui/outdated-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { staffWords, useSaveStaffWords } from "./staff-comments.queries.ts";

/** The words for which a comment is held on every channel, one on each line. */
export function StaffWordsForm() {
  const query = useQuery(staffWords);
  if (query.isPending) return <Skeleton className="h-48 w-full max-w-xl rounded-media" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  return <WordsForm words={query.data} />;
}

function WordsForm({ words }: { words: string[] }) {
  const { value: typed, set, isChanged, isOutdated, settle } = useEdited(words.join("\n"), hasSameLines);
  const save = useSaveStaffWords();
  return (
    <form
      className="flex max-w-xl flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const onSuccess = ({ data }: { data: readonly string[] }) => settle(typed, data.join("\n"));
        if (!save.isPending) save.mutate({ words: toLines(typed), before: words }, { onSuccess });
      }}
    >
      <LeaveGuard isNeeded={isChanged && !save.isPending} title="Leave without saving?">
        Your changes to the words are not saved, and will be lost.
      </LeaveGuard>
      <Field
        label="Words and phrases"
        hint={`One on each line, up to ${HELD_WORDS_MAX}, each up to ${HELD_WORD_MAX_CHARS} characters. A comment that contains one waits for the channel's owner. Capitals and accents make no difference.`}
        error={save.error ? faultOf(save.error) : undefined}
        className="w-full"
      >
        <TextArea
          rows={8}
          maxLength={HELD_WORDS_MAX * (HELD_WORD_MAX_CHARS + 1)}
          submitsOnEnter={false}
          value={typed}
          onChange={({ target }) => set(target.value)}
        />
      </Field>
      {isOutdated && <OutdatedNotice />}
      <Button type="submit" busy={save.isPending} disabled={!isChanged}>
        Save words
      </Button>
    </form>
  );
}
