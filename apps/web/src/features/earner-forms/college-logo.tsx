import { earnerRoutes, PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { useMutation } from "@tanstack/react-query";
import { useFormContext, useWatch } from "react-hook-form";
import { sendFile } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { ImageUpload } from "#ui/image-upload.tsx";

/** The logo is sent when it is chosen; the form names it afterwards. */
export function CollegeLogo({ path }: { path: string }) {
  const { control, setValue, setError, clearErrors, getFieldState, formState } = useFormContext();
  const send = useMutation({ mutationFn: (file: File) => sendFile(earnerRoutes.collegeLogo, file) });
  const url: unknown = useWatch({ control, name: `${path}.college_logo_url` });
  const name = `${path}.college_logo`;

  const keep = (id: string | null, picture: string | null) => {
    setValue(`${path}.college_logo_url`, picture);
    setValue(name, id, { shouldDirty: true });
  };

  const choose = async (file: File | null) => {
    clearErrors(name);
    if (file === null) return keep(null, null);
    try {
      const { id, url: picture } = await send.mutateAsync(file);
      keep(id, picture);
    } catch (error) {
      setError(name, { message: sentenceOf(error) });
    }
  };

  return (
    <ImageUpload
      label="Choose a college logo"
      picture={typeof url === "string" ? url : null}
      maxBytes={PROFILE_IMAGE_MAX_BYTES}
      isSmall
      showsChosen={false}
      isBusy={send.isPending}
      error={getFieldState(name, formState).error?.message}
      onChange={(file) => void choose(file)}
    />
  );
}

/** What is wrong with the picture itself says more than 'please check the marked fields'. */
function sentenceOf(error: unknown): string {
  const faults = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return faults.length > 0 ? faults.join(" ") : messageOf(error);
}
