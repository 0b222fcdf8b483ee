import { onlineManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '../../ui/toast.ts'
import { offlineToasts } from './offline-toasts.ts'

/** Without a network, links out of the portal would end on the browser's error page, so they are held back. */
export function useHoldOutgoingLinks() {
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
      if (!link || onlineManager.isOnline() || link.target !== '' || !leadsOut(link)) return
      event.preventDefault()
      toast.error(offlineToasts.leadsOut)
    }
    document.addEventListener('click', stay)
    return () => document.removeEventListener('click', stay)
  }, [])
}

const leadsOut = ({ protocol, pathname, origin }: HTMLAnchorElement) =>
  protocol.startsWith('http') && (origin !== window.location.origin || !/^\/dashboard(\/|$)/.test(pathname))
