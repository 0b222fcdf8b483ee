import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

type Versions<Fields extends FieldValues> = {
  /** The version that is being edited, of which a draft may be older than the screen. */
  seen: string | null
  /** The newest version that is known, and what the form holds of it. */
  current: string | null
  theirs: DefaultValues<Fields>
  isBusy: boolean
}

/**
 * The screen behind a form is kept fresh; what is being edited stays what this person saw when they began. Tells when
 * the two differ, and gives way to the newer version where nothing was typed or the person wants it.
 */
export function useNewerChange<Fields extends FieldValues, Parsed>(
  { formState, reset }: Pick<UseFormReturn<Fields, unknown, Parsed>, 'formState' | 'reset'>,
  { seen, current, theirs, isBusy }: Versions<Fields>,
) {
  const [isRefused, setRefused] = useState(false)
  const isUntouched = !formState.isDirty

  useEffect(() => {
    // There is nothing of theirs and ours to choose between.
    if (isUntouched && seen !== current) reset(theirs)
  }, [isUntouched, seen, current, theirs, reset])

  return {
    isOutdated: !isBusy && (isRefused || (!isUntouched && seen !== current)),
    /** Saving found a newer version. */
    refuse: () => setRefused(true),
    takeTheirs() {
      reset(theirs)
      setRefused(false)
    },
  }
}
