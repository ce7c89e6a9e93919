import { Avatar } from "#ui/avatar.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import { Rail } from "#ui/rail.tsx";
import { Slideshow } from "#ui/slideshow.tsx";
import basketball from "../../../assets/scene-basketball.svg";
import football from "../../../assets/scene-football.svg";
import track from "../../../assets/scene-track.svg";
import { Row, Samples } from "./samples.tsx";

const VIDEOS = [
  { id: "a", title: "Cup final, second half", picture: football, length: 4_530, views: 1_234, progress: 0.4 },
  { id: "b", title: "Free throws", picture: basketball, length: 95, views: 1, progress: 0 },
  {
    id: "c",
    title: "A picture that does not load",
    picture: "/missing.jpg",
    length: 12.4,
    views: 999_999,
    progress: 1,
  },
  {
    id: "d",
    title: "Hurdles at the county meeting, from the outer lane",
    picture: track,
    length: 600,
    views: 0,
    progress: 0,
  },
  { id: "e", title: "No picture", picture: null, length: null, views: 3_400_000, progress: 0 },
] as const;

/** @param suffix tells the two themes' carousels apart */
export function MediaSamples({ suffix }: { suffix: string }) {
  return (
    <Samples title="Media">
      <Row>
        <Avatar picture={basketball} name="maya" size={60} />
        <Avatar picture={null} name="leo" size={50} />
        <Avatar picture="/missing.jpg" name="Żak" />
      </Row>
      <h4 className="title pr-40 text-xl">Rail</h4>
      <Rail
        label={`Samples ${suffix}`}
        items={VIDEOS}
        keyOf={({ id }) => id}
        shown={3}
        steps={[{ maxWidth: 712, shown: 1 }]}
        autoplayMs={8_000}
      >
        {(video) => (
          <MediaCard
            href="/explore"
            title={video.title}
            picture={video.picture}
            length={video.length}
            channelName="Riverside Athletics"
            avatar={null}
            views={video.views}
            progress={video.progress}
          />
        )}
      </Rail>
      <Slideshow
        label={`Scenes ${suffix}`}
        slides={[football, basketball, track]}
        keyOf={(src) => src}
        autoplayMs={4_000}
        speedMs={500}
        className="aspect-video rounded-media"
      >
        {(src) => <img src={src} alt="" className="absolute inset-0 size-full object-cover" />}
      </Slideshow>
    </Samples>
  );
}
