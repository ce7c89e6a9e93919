import { COVER_MIN_WIDTH_PX, COVER_PART, PROFILE_MESSAGES, profileRoutes } from "@app/contract/profile";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { useRef } from "react";
import { ownProfile } from "#features/earner-forms/registration.queries.ts";
import { OwnProfileForm } from "#flows/earner-sign-up/own-profile-form.tsx";
import { sendFile } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { categoryList } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import stadium from "../../assets/scene-stadium.svg";

/** Cover and profile, each saved separately. */
export function ProfileTab() {
  const profile = useQuery(ownProfile);
  const categories = useQuery(categoryList);
  const cache = useQueryClient();
  if (profile.isPending || categories.isPending) return <Skeleton className="h-96 w-full max-w-2xl" />;
  // Only earners have a category, which is required.
  if (!profile.data || (profile.data.earner && !categories.data)) {
    const failed = profile.data ? categories : profile;
    return <LoadError error={failed.error} isRetrying={failed.isFetching} onRetry={() => void failed.refetch()} />;
  }
  const onSaved = (message: string) => {
    toast.success(message);
    void cache.invalidateQueries(ownProfile);
  };
  return (
    <div className="flex max-w-2xl flex-col gap-10">
      <Section title="Cover" subtitle={`At least ${COVER_MIN_WIDTH_PX} pixels wide, jpeg or png.`}>
        <Cover url={profile.data.cover_url} />
      </Section>
      <Section title="Profile">
        <OwnProfileForm
          view={profile.data}
          categories={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onSaved={onSaved}
        />
      </Section>
    </div>
  );
}

function Cover({ url }: { url: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const cache = useQueryClient();
  const send = useMutation({
    mutationFn: (file: File) => sendFile(profileRoutes.uploadCover, file),
    onSuccess: () => {
      toast.success(PROFILE_MESSAGES.coverKept);
      void cache.invalidateQueries(ownProfile);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <div className="flex flex-col items-start gap-4">
      <div data-theme={url ? undefined : "dark"} className="aspect-4/1 w-full overflow-hidden rounded-media bg-lift">
        {url ? (
          <img src={url} alt="Your cover" className="size-full object-cover" />
        ) : (
          <img src={stadium} alt="" className="size-full object-cover object-[50%_30%] opacity-60" />
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={COVER_PART.types.join(",")}
        aria-label="Cover image"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) send.mutate(file);
          event.currentTarget.value = "";
        }}
      />
      <Button variant="secondary" busy={send.isPending} onClick={() => input.current?.click()}>
        <ImageUp aria-hidden size={18} />
        {url === null ? "Choose a cover" : "Change the cover"}
      </Button>
    </div>
  );
}
