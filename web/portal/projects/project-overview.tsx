import { CalendarCheck, CalendarDays, CircleDot, DollarSign, Flag, Layers, Target } from 'lucide-react'
import { formatDay, formatDollars } from '../../lib/formats.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Detail, Details, Missing } from '../../ui/details.tsx'
import type { Project } from './project.ts'
import { PriorityBadge, StatusBadge, TypeBadge } from './project-badges.tsx'

export function ProjectOverview({ project }: { project: Project }) {
  const { description, requirements, budget } = project
  return (
    <Card aria-label="Project Overview">
      <CardHeader>
        <CardTitle>Project Overview</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-6">
        <Details className="grid-cols-2 gap-x-4 xl:grid-cols-3">
          <Detail label="Status" Icon={CircleDot}>
            <StatusBadge {...project} />
          </Detail>
          <Detail label="Priority" Icon={Flag}>
            <PriorityBadge {...project} />
          </Detail>
          <Detail label="Type" Icon={Layers}>
            <TypeBadge {...project} />
          </Detail>
          <Detail label="Start Date" Icon={CalendarDays}>
            <Day day={project.start_date} missing="Not set" />
          </Detail>
          <Detail label="Target Completion" Icon={Target}>
            <Day day={project.target_completion_date} missing="Not set" />
          </Detail>
          <Detail label="Actual Completion" Icon={CalendarCheck}>
            <Day day={project.actual_completion_date} missing="Not completed" />
          </Detail>
          <Detail label="Budget" Icon={DollarSign}>
            {budget === null ? <Missing>Not set</Missing> : formatDollars(budget)}
          </Detail>
        </Details>
        <Passage title="Description" text={description} missing="No description yet." />
        <Passage title="Requirements" text={requirements} missing="No requirements yet." />
      </CardContent>
    </Card>
  )
}

const Day = ({ day, missing }: { day: string | null; missing: string }) =>
  day === null ? <Missing>{missing}</Missing> : <time dateTime={day}>{formatDay(day)}</time>

/** A longer text, with the lines it was written in. */
function Passage({ title, text, missing }: { title: string; text: string | null; missing: string }) {
  return (
    <div className="border-line border-t pt-4">
      <h3 className="text-ink-soft text-sm">{title}</h3>
      <p className="mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere">{text ?? <Missing>{missing}</Missing>}</p>
    </div>
  )
}
