import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

type Versions<Fields extends FieldValues> = {
  /** The version that is being edited; a draft's may be older than the screen's. */
  seen: string | null
  /** The newest known version, and its values in the form. */
  current: string | null
  theirs: DefaultValues<Fields>
  isBusy: boolean
}

/**
 * The screen behind a form is refreshed while the form keeps the version that the person started from. Tells when the two
 * differ, and switches to the newer version where nothing was typed or the person wants it.
 */
export function useVersionConflict<Fields extends FieldValues, Parsed>(
  { formState, reset }: Pick<UseFormReturn<Fields, unknown, Parsed>, 'formState' | 'reset'>,
  { seen, current, theirs, isBusy }: Versions<Fields>,
) {
  const [isRefused, setRefused] = useState(false)
  const isUntouched = !formState.isDirty

  useEffect(() => {
    // Nothing was typed, so there is no conflict.
    if (isUntouched && seen !== current) reset(theirs)
  }, [isUntouched, seen, current, theirs, reset])

  return {
    isOutdated: !isBusy && (isRefused || (!isUntouched && seen !== current)),
    /** Called when saving has found a newer version. */
    refuse: () => setRefused(true),
    takeTheirs() {
      reset(theirs)
      setRefused(false)
    },
  }
}
