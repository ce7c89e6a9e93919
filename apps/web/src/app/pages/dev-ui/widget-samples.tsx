import { useState } from "react";
import { DateField } from "#ui/date-field.tsx";
import { DigitsInput, SecretDigitsInput } from "#ui/digits-input.tsx";
import { Field } from "#ui/field.tsx";
import { ImageUpload } from "#ui/image-upload.tsx";
import { MonthYearField } from "#ui/month-year-field.tsx";
import { MultiSelect } from "#ui/multi-select.tsx";
import { PhoneInput } from "#ui/phone-field.tsx";
import { SuggestInput } from "#ui/suggest-input.tsx";
import { Samples } from "./samples.tsx";

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
          error="This file is no picture that we can take."
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
