import { useEffect } from 'react'

/** Makes the browser ask before it leaves or reloads the page, which would interrupt work, while `isOn`. */
export function useUnloadGuard(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOn])
}
