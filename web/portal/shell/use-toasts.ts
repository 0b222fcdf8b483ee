import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { TOAST_LINK } from '../../ui/toast.ts'

/** Shows toasts in the header (app.css), and follows their links without loading the page, so that the vault stays unlocked. */
export function useToasts() {
  const navigate = useNavigate()
  useEffect(() => {
    document.body.dataset.toasts = 'top'
    return () => void delete document.body.dataset.toasts
  }, [])
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(`a.${TOAST_LINK}`)
      // A click with a modifier key is left to the browser, which opens a new tab.
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate(link.pathname + link.search)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}
