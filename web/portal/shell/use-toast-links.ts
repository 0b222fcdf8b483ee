import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { TOAST_LINK } from '../../ui/toast.ts'

/** Follows the links in toasts as those in the portal: what is open in this page, as the vault, stays open. */
export function useToastLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(`a.${TOAST_LINK}`)
      // In a new tab, the browser follows it.
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate(link.pathname + link.search)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}
