import { useEffect } from 'react'

/** While `isOn`, the browser asks before it leaves or reloads the page, which would interrupt work. */
export function useUnloadGuard(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOn])
}
