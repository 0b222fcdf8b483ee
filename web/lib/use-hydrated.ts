import { useSyncExternalStore } from 'react'

/** False in the prerendered HTML and until React has taken it over; from then on true. */
export const useHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const neverChanges = () => () => {}
