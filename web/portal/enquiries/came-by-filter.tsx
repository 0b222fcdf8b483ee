import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/formats.ts'
import { Filter } from '../list/filter.tsx'
import { cameByWords, type Origin, originsQuery, originValue } from './came-by.ts'

type CameByFilterProps = { value: string; onChange: (value: string) => void }

/** Narrows the list to one way or source, each with its number. It is left out while everything comes by the website. */
export function CameByFilter({ value, onChange }: CameByFilterProps) {
  const { data: origins = [] } = useQuery(originsQuery())
  const choices = origins.filter((origin) => origin.enquiries > 0 || originValue(origin) === value)
  if (value === '' && choices.every(({ came_by }) => came_by === 'website')) return null
  return (
    <Filter
      label="Came by"
      all="Came by any way"
      choices={choices.map((origin) => ({ value: originValue(origin), label: labelOf(origin, origins) }))}
      value={value}
      onChange={onChange}
      className="w-44 max-sm:order-1 max-sm:w-full"
    />
  )
}

const labelOf = ({ came_by, source, enquiries }: Origin, origins: readonly Origin[]) =>
  `${cameByWords({ came_by, source_id: source }, origins)} (${formatCount(enquiries)})`
