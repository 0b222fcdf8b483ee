import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { formatDay } from '../../lib/formats.ts'
import { today } from '../../lib/today.ts'
import { isBefore } from './project.ts'
import type { TypedProject } from './project-form.ts'

const DAY = 'actual_completion_date'

/**
 * A project that becomes completed has a day on which it was: today, unless somebody says otherwise. One that is taken
 * back has none. Whoever changes their mind finds the day again that stood there.
 */
export function useCompletionDay({ control, formState, setValue }: UseFormReturn<TypedProject>) {
  const [status, start, day, seen] = useWatch({ control, name: ['status', 'start_date', DAY, 'seen'] })
  const stored = formState.defaultValues
  const storedDay = (stored?.status === 'completed' && stored[DAY]) || ''
  const [taken, setTaken] = useState({ day: '', seen })
  const [said, setSaid] = useState('')
  // What was taken of an older version says nothing about one that took its place.
  const emptied = (taken.seen === seen && taken.day) || storedDay

  function fill(next: string, words: string) {
    setValue(DAY, next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    setSaid(words)
  }

  function onStatusChange(next: string) {
    if (next === 'completed' && day === '') {
      // A day that the form would refuse is not put there for anybody.
      const filled = emptied || (isBefore(today(), start || null) ? '' : today())
      if (filled !== '') fill(filled, `Actual Completion Date: ${formatDay(filled)}`)
    }
    if (next !== 'completed' && status === 'completed') {
      setTaken({ day, seen })
      // Also half a date, which no value tells of.
      fill('', day === '' ? '' : 'Actual Completion Date: emptied')
    }
  }

  return { isCompleted: status === 'completed', hint: hintOf(), said, onStatusChange }

  function hintOf(): string | undefined {
    if (status === 'completed') {
      return stored?.status === 'completed' ? undefined : 'When was it completed? It may stay empty.'
    }
    return day === '' && emptied !== '' ? 'Emptied, as it is no longer completed.' : undefined
  }
}
