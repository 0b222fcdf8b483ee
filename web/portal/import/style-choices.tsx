import { formatDollars } from '../../lib/formats.ts'
import { parseAmount } from '../../lib/typed-amount.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { dayIn } from './dates.ts'
import type { amountsOf, datesOf, ImportDraft } from './import-draft.ts'
import type { DateOrder } from './import-kind.ts'

type ChangeDraft = (changes: Partial<ImportDraft>) => void

/** Asks for the order of day and month where a date is ambiguous. */
export function DateChoice({ change, dates }: { change: ChangeDraft; dates: ReturnType<typeof datesOf> }) {
  const { order, example = '', isShown } = dates
  const read = (asked: DateOrder) => {
    const day = dayIn(example, { order: asked })
    return 'value' in day ? `, ${day.value}` : ''
  }
  return (
    <Field
      label={`Dates like ${example}`}
      hint={isShown ? 'As the file shows.' : 'The file doesn’t show whether the day or the month comes first.'}
    >
      {(control) => (
        <Select
          {...control}
          value={order ?? ''}
          onChange={({ target }) => change({ order: target.value === 'day first' ? 'day first' : 'month first' })}
        >
          {order === undefined && <option value="">Choose</option>}
          <option value="day first">Day first{read('day first')}</option>
          <option value="month first">Month first{read('month first')}</option>
        </Select>
      )}
    </Field>
  )
}

/** Asks for the decimal mark where an amount is ambiguous. */
export function AmountChoice({ change, amounts }: { change: ChangeDraft; amounts: ReturnType<typeof amountsOf> }) {
  const { decimalMark, example = '', isShown } = amounts
  const read = parseAmount(example)
  if (read === 'unreadable' || !('either' in read)) return null
  const [thousands, decimals] = read.either
  return (
    <Field
      label={`Amounts like ${example}`}
      hint={isShown ? 'As the file shows.' : 'The file doesn’t show what the period stands for.'}
    >
      {(control) => (
        <Select
          {...control}
          value={decimalMark ?? ''}
          onChange={({ target }) => change({ decimalMark: target.value === ',' ? ',' : '.' })}
        >
          {decimalMark === undefined && <option value="">Choose</option>}
          <option value=",">{formatDollars(thousands)}</option>
          <option value=".">{formatDollars(decimals)}</option>
        </Select>
      )}
    </Field>
  )
}
