import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AGENCIES_OFFERED } from './role-queries.ts'

type Choice = { id: string; name: string }

type AgencyChoicesProps = {
  choices: UseQueryResult<{ choices: Choice[]; count: number }>
  /**
   * The current agency of the person. It and the chosen one are offered whatever the search finds, so that nobody saves
   * an invisible choice.
   */
  current: Choice | null
  chosen: Choice | null
  onChoose: (agency: Choice | null) => void
}

/** Radio buttons for the agencies that were found, or none. */
export function AgencyChoices({ choices, current, chosen, onChoose }: AgencyChoicesProps) {
  const name = useId()
  const { data, isError, isFetching, refetch } = choices
  if (isError && !data) return <ErrorState title="The agencies could not be loaded." onRetry={() => void refetch()} />

  const found = data?.choices.filter(({ id }) => id !== current?.id) ?? []
  const isChosenAmongThem = chosen === null || [current, ...found].some((choice) => choice?.id === chosen.id)
  const option = (choice: Choice | null) => (
    <label
      key={choice?.id ?? 'none'}
      className="flex min-h-10 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-paper has-checked:bg-paper-deep"
    >
      <input
        type="radio"
        name={name}
        checked={chosen?.id === choice?.id}
        onChange={() => onChoose(choice)}
        className="size-4 shrink-0 accent-ink"
      />
      <span className="min-w-0 break-words">{choice?.name ?? 'No agency'}</span>
      {choice?.id === current?.id && <span className="ml-auto shrink-0 text-ink-soft text-sm">now</span>}
    </label>
  )

  return (
    <fieldset aria-busy={isFetching} className="min-w-0">
      <legend className="sr-only">Agency</legend>
      <div className="max-h-[40dvh] divide-y divide-line overflow-y-auto rounded-control border border-line">
        {current && option(current)}
        {option(null)}
        {!isChosenAmongThem && option(chosen)}
        {data ? found.map(option) : <Skeleton className="m-3 h-24" />}
      </div>
      <p role="status" className="mt-2 min-h-5 text-ink-soft text-sm">
        {data &&
          (data.count > AGENCIES_OFFERED ? `${data.count} found. Search to see the others.` : `${data.count} found`)}
      </p>
    </fieldset>
  )
}
