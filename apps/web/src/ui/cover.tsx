/** A channel's cover; nothing where there is none, or where it does not load. */
export function Cover({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <img
      key={url}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={({ currentTarget }) => {
        currentTarget.hidden = true;
      }}
      className="size-full object-cover"
    />
  );
}
