import { channelHref, contentHref } from "@app/contract/paths";
import type { ReportCase } from "@app/contract/report-queue";
import { CASE_SUBJECT_WORDS } from "@app/contract/reports";
import type { ReactNode } from "react";
import { agoInWords } from "#lib/dates.ts";
import { counted } from "#lib/format.ts";
import { Link } from "#ui/link.tsx";

export function CaseHeader({ reportCase: one }: { reportCase: ReportCase }) {
  const { content } = one;
  const path = toPath(one);
  return (
    <header className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {one.is_about_minor && <Mark className="border-error text-error">About a minor</Mark>}
        {one.is_hidden && <Mark>Hidden by reports</Mark>}
        {one.is_gone && <Mark>Gone</Mark>}
        <span>
          {CASE_SUBJECT_WORDS[one.subject]}
          {one.total > 0 &&
            ` · ${counted(one.total, "report")} · last ${agoInWords(one.last_reported_at).toLowerCase()}`}
        </span>
      </p>
      <h2 className="text-lg font-semibold break-words">
        {path ? (
          <Link href={path} className="hover:underline">
            {one.excerpt}
          </Link>
        ) : (
          one.excerpt
        )}
      </h2>
      <p className="text-sm break-words text-muted">
        <CaseOwner reportCase={one} />
        {one.subject === "comment" && content && ` · on “${content.title}”`}
      </p>
    </header>
  );
}

function CaseOwner({ reportCase: { owner, subject } }: { reportCase: ReportCase }) {
  const isTheirs = subject !== "account";
  if (!owner) return isTheirs && "by a deleted user";
  return (
    <>
      {isTheirs && "by "}
      <Link href={channelHref(owner.channel_id) ?? "/404"} className="underline">
        {owner.name}
      </Link>{" "}
      @{owner.username}
    </>
  );
}

/** @returns where the reported thing is; null if it is gone */
function toPath({ content, owner, subject, subject_id, is_gone }: ReportCase): string | null {
  if (is_gone) return null;
  if (subject === "account") return `/admin/people/${subject_id}`;
  const href = content ? contentHref(content.type, content.id) : owner && channelHref(owner.channel_id);
  return href && subject === "comment" ? `${href}#comment:${subject_id}` : href;
}

function Mark({ className = "border-edge text-text", children }: { className?: string; children: ReactNode }) {
  return <span className={`rounded-control border px-2 py-0.5 font-semibold ${className}`}>{children}</span>;
}
