import { useNavigation } from 'react-router'

/** A thin bar while the next screen loads. It appears with a delay, since most screens load at once. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div role="progressbar" aria-label="Loading the next screen" className="fixed inset-x-0 top-0 z-50 h-0.5">
      <div className="navigation-progress h-full bg-signal" />
    </div>
  )
}
