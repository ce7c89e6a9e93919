import { type ReactNode, useState } from "react";
import { toast } from "#lib/toast.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { Carousel } from "#ui/carousel.tsx";
import { DateField, MonthYearField } from "#ui/date-field.tsx";
import { AlertDialog, Dialog } from "#ui/dialog.tsx";
import { DigitsInput, SecretDigitsInput } from "#ui/digits-input.tsx";
import { Field } from "#ui/field.tsx";
import { ImageUpload } from "#ui/image-upload.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import { Menu, MenuChoice, MenuItem, MenuLine, MenuLink } from "#ui/menu.tsx";
import { MultiSelect } from "#ui/multi-select.tsx";
import { PhoneInput } from "#ui/phone-field.tsx";
import { Slideshow } from "#ui/slideshow.tsx";
import { SuggestInput } from "#ui/suggest-input.tsx";
import { Tabs } from "#ui/tabs.tsx";
import basketball from "../../assets/scene-basketball.svg";
import football from "../../assets/scene-football.svg";
import track from "../../assets/scene-track.svg";

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

const SPORTS = [
  { value: 1, label: "Basketball" },
  { value: 2, label: "Swimming" },
  { value: 3, label: "Track and field" },
];
const COLLEGES = ["Duke University", "Ohio State University", "Rice University"];
const PICTURE_MAX_BYTES = 5 * 1024 ** 2;

/** The widgets of the long forms. */
export function WidgetSamples() {
  const [date, setDate] = useState("");
  const [month, setMonth] = useState("");
  const [phone, setPhone] = useState("+1");
  const [sports, setSports] = useState<number[]>([2]);
  const [college, setCollege] = useState("");
  return (
    <Samples title="Widgets of the long forms">
      <form className="grid max-w-md gap-5" onSubmit={(event) => event.preventDefault()}>
        <ImageUpload label="Choose a picture" picture={null} maxBytes={PICTURE_MAX_BYTES} onChange={() => undefined} />
        <ImageUpload
          label="Choose a logo"
          picture={null}
          maxBytes={PICTURE_MAX_BYTES}
          isSmall
          error="This file is not a picture that we can use."
          onChange={() => undefined}
        />
        <DateField legend="Year, month and day" value={date} onChange={setDate} error={undefined} />
        <MonthYearField legend="Month and year" value={month} onChange={setMonth} hint="The current month at first" />
        <Field label="Phone number" error="Phone must be a valid phone number">
          <PhoneInput value={phone} onChange={setPhone} autoComplete="off" />
        </Field>
        <Field label="Sports" hint="Several can be chosen">
          <MultiSelect
            options={SPORTS}
            value={sports}
            onChange={setSports}
            placeholder="Choose sports"
            listLabel="Sports"
          />
        </Field>
        <Field label="College" hint="Suggested, and free to type">
          <SuggestInput
            value={college}
            onChange={setCollege}
            suggestions={COLLEGES}
            listLabel="Colleges"
            maxLength={150}
          />
        </Field>
        <Field label="Five digits">
          <DigitsInput length={5} autoComplete="off" defaultValue="73301" />
        </Field>
        <Field label="Nine secret digits">
          <SecretDigitsInput what="digits" length={9} defaultValue="123456789" />
        </Field>
      </form>
    </Samples>
  );
}

export function Samples({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-6">
      <h3 className="title text-2xl text-muted">{title}</h3>
      {children}
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

export function FloatSamples() {
  const [shown, setShown] = useState<"dialog" | "alert" | null>(null);
  const [tab, setTab] = useState<"all" | "unread">("all");
  const [order, setOrder] = useState<"new" | "top">("new");
  const close = () => setShown(null);
  return (
    <Samples title="Menus, dialogs, messages, tabs">
      <Row>
        <Menu
          label="Sample"
          align="start"
          trigger={(props) => (
            <Button variant="secondary" {...props}>
              Menu
            </Button>
          )}
        >
          <MenuLink href="/explore">Explore</MenuLink>
          <MenuItem onSelect={() => toast.info("Chosen.")}>Say so</MenuItem>
          <MenuLine />
          <MenuChoice
            label="Order"
            value={order}
            options={[
              { value: "new", label: "Newest first" },
              { value: "top", label: "Top" },
            ]}
            onChange={setOrder}
          />
        </Menu>
        <Button variant="secondary" onClick={() => setShown("dialog")}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setShown("alert")}>
          Question
        </Button>
      </Row>
      <Row>
        <Button variant="ghost" onClick={() => toast.success("Saved.")}>
          Success
        </Button>
        <Button variant="ghost" onClick={() => toast.error("Something went wrong.")}>
          Error
        </Button>
        <Button variant="ghost" onClick={() => toast.info("A new version is here.")}>
          Info
        </Button>
      </Row>
      <Tabs
        label="Notifications"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "all", label: "All", content: <p>Everything there is.</p> },
          { value: "unread", label: "Unread", content: <p>Only what is new.</p> },
        ]}
      />
      <Dialog isOpen={shown === "dialog"} onClose={close} title="A dialog" description="Escape and the cross close it.">
        <Button onClick={close}>Done</Button>
      </Dialog>
      <AlertDialog
        isOpen={shown === "alert"}
        title="Abort Sign up?"
        description="What you have typed will be lost."
        confirmLabel="Confirm"
        isDanger
        onConfirm={close}
        onCancel={close}
      />
    </Samples>
  );
}

/** @param suffix tells the two themes' carousels apart */
export function MediaSamples({ suffix }: { suffix: string }) {
  return (
    <Samples title="Media">
      <Row>
        <Avatar picture={basketball} name="maya" size={60} />
        <Avatar picture={null} name="leo" size={50} />
        <Avatar picture="/missing.jpg" name="Żak" />
      </Row>
      <h4 className="title pr-40 text-xl">Carousel</h4>
      <Carousel
        label={`Samples ${suffix}`}
        items={VIDEOS}
        keyOf={({ id }) => id}
        slidesPerView={3}
        breakpoints={[{ maxWidth: 712, slidesPerView: 1 }]}
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
      </Carousel>
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
