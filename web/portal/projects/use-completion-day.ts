import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { formatDay } from '../../lib/formats.ts'
import { today } from '../../lib/today.ts'
import { isBefore } from './project.ts'
import type { TypedProject } from './project-form.ts'

const DAY = 'actual_completion_date'

/**
 * Fills in the completion day with today when a project is completed, and clears it when the project is reopened. A
 * person who changes their mind gets the former day back.
 */
export function useCompletionDay({ control, formState, setValue }: UseFormReturn<TypedProject>) {
  const [status, start, day, seen] = useWatch({ control, name: ['status', 'start_date', DAY, 'seen'] })
  const stored = formState.defaultValues
  const storedDay = (stored?.status === 'completed' && stored[DAY]) || ''
  const [taken, setTaken] = useState({ day: '', seen })
  const [announcement, setAnnouncement] = useState('')
  // A completion day that was cleared in an older version of the project is not restored in a newer one.
  const emptied = (taken.seen === seen && taken.day) || storedDay

  function fill(next: string, words: string) {
    setValue(DAY, next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    setAnnouncement(words)
  }

  function onStatusChange(next: string) {
    if (next === 'completed' && day === '') {
      // A completion day that the form would reject is not filled in.
      const filled = emptied || (isBefore(today(), start || null) ? '' : today())
      if (filled !== '') fill(filled, `Actual Completion Date: ${formatDay(filled)}`)
    }
    if (next !== 'completed' && status === 'completed') {
      setTaken({ day, seen })
      // An incomplete date is cleared too; its value alone is already empty.
      fill('', day === '' ? '' : 'Actual Completion Date: cleared')
    }
  }

  return { isCompleted: status === 'completed', hint: hintOf(), announcement, onStatusChange }

  function hintOf(): string | undefined {
    if (status === 'completed') {
      return stored?.status === 'completed' ? undefined : 'When was it completed? Optional.'
    }
    return day === '' && emptied !== '' ? 'Cleared, since it is no longer completed.' : undefined
  }
}
