import { CalendarCheck, CalendarDays, CircleDot, DollarSign, Flag, Layers, Target, UserRound } from 'lucide-react'
import { formatDay, formatDollars } from '../../lib/formats.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Detail, Details, UnknownValue } from '../../ui/details.tsx'
import { nameOf } from '../people/person.tsx'
import { StatusBadge } from '../project-status/status-badge.tsx'
import type { ProjectWithClient } from './project.ts'
import { PriorityBadge, TypeBadge } from './project-badges.tsx'

export function ProjectOverview({ project }: { project: ProjectWithClient }) {
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
            {budget === null ? <UnknownValue>Not set</UnknownValue> : formatDollars(budget)}
          </Detail>
          <Detail label="Assigned To" Icon={UserRound} className="xl:col-span-2">
            <Assignee project={project} />
          </Detail>
        </Details>
        <Passage title="Description" text={description} missing="No description yet." />
        <Passage title="Requirements" text={requirements} missing="No requirements yet." />
      </CardContent>
    </Card>
  )
}

function Assignee({ project: { assigned_to, assignee } }: { project: ProjectWithClient }) {
  if (assigned_to === null) return <UnknownValue>Unassigned</UnknownValue>
  return (
    <span className="flex items-start gap-2">
      <Avatar name={assignee?.display_name ?? null} url={assignee?.avatar_url ?? null} className="size-6 text-xs" />
      <span className="min-w-0">{nameOf(assignee)}</span>
    </span>
  )
}

const Day = ({ day, missing }: { day: string | null; missing: string }) =>
  day === null ? <UnknownValue>{missing}</UnknownValue> : <time dateTime={day}>{formatDay(day)}</time>

/** A longer text of a project with its line breaks. */
function Passage({ title, text, missing }: { title: string; text: string | null; missing: string }) {
  return (
    <div className="border-line border-t pt-4">
      <h3 className="text-ink-soft text-sm">{title}</h3>
      <p className="mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere">
        {text ?? <UnknownValue>{missing}</UnknownValue>}
      </p>
    </div>
  )
}
