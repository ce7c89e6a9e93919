import type { RecruitingPage } from "@app/contract/recruiting";
import { monthInWords } from "#lib/format.ts";
import { heightInWords } from "#lib/height.ts";
import { Avatar } from "#ui/avatar.tsx";

/** What a coach needs to know of an athlete, on half a sheet of paper. */
export function AthleteSheet({ page }: { page: RecruitingPage }) {
  return (
    <div className="flex flex-col gap-8 print:gap-4">
      <Facts page={page} />
      {page.bio !== "" && <p className="max-w-prose text-lg whitespace-pre-line print:text-sm">{page.bio}</p>}
      <Colleges title="College offers" moments={page.offers} />
      <Colleges title="College visits" moments={page.visits} />
    </div>
  );
}

export function AthleteTitle({ page }: { page: RecruitingPage }) {
  const town = [page.city, page.state].filter((part) => part !== null).join(", ");
  const line = [...page.sports, page.measurables?.position ?? null, town === "" ? null : town].filter(Boolean);
  return (
    <header className="flex items-center gap-4">
      <Avatar picture={page.profile_url} name={page.name} size={80} />
      <div className="min-w-0">
        <h1 className="title text-4xl break-words sm:text-5xl">{page.name}</h1>
        <p className="text-muted">{line.join(" · ")}</p>
      </div>
    </header>
  );
}

function Facts({ page }: { page: RecruitingPage }) {
  const { measurables } = page;
  const facts: [label: string, value: string][] = [];
  if (page.graduation_year !== null) facts.push(["Class of", String(page.graduation_year)]);
  if (page.gpa !== null) facts.push(["GPA", page.gpa]);
  if (measurables?.height_in) facts.push(["Height", heightInWords(measurables.height_in)]);
  if (measurables?.weight_lb) facts.push(["Weight", `${measurables.weight_lb} lb`]);
  for (const { label, value } of measurables?.marks ?? []) facts.push([label, value]);
  if (facts.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-media border border-line bg-line sm:grid-cols-3 lg:grid-cols-4 print:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse justify-end bg-raised p-4 print:p-2">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="score text-3xl break-words print:text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Colleges({ title, moments }: { title: string; moments: RecruitingPage["offers"] }) {
  if (moments.length === 0) return null;
  return (
    <section className="flex flex-col gap-3 print:gap-1">
      <h2 className="title text-2xl print:text-lg">{title}</h2>
      <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2 print:grid-cols-3 print:gap-y-0 print:text-sm">
        {moments.map(({ college_name, college_logo, date }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same, and their order is theirs
          <li key={at} className="flex items-center gap-3">
            {college_logo !== null && (
              <img src={college_logo} alt="" width={32} height={32} className="size-8 rounded-control print:hidden" />
            )}
            <span className="min-w-0 flex-1 break-words">{college_name}</span>
            {date !== null && <span className="text-sm text-muted">{monthInWords(date)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
