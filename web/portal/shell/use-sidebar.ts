import { useEffect, useState } from 'react'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { isSidebarShortcut, readSidebarCookie, sidebarCookie } from './sidebar-state.ts'

export type Sidebar = {
  isMobile: boolean
  /** Whether the drawer is open on a phone, or labels show beside the icons on wider screens. */
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/** The state of the sidebar. It is remembered except for the drawer of a phone, which always starts closed. */
export function useSidebar(): Sidebar {
  const isMobile = useMediaQuery('(width < 48rem)')
  const [isExpanded, setExpanded] = useState(() => readSidebarCookie(document.cookie))
  const [isDrawerOut, setDrawerOut] = useState(false)
  const isOpen = isMobile ? isDrawerOut : isExpanded

  function setOpen(next: boolean) {
    if (isMobile) {
      setDrawerOut(next)
      return
    }
    setExpanded(next)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http.
    document.cookie = sidebarCookie(next)
  }

  useEffect(() => {
    function toggle(event: KeyboardEvent) {
      if (!isSidebarShortcut(event)) return
      event.preventDefault()
      setOpen(!isOpen)
    }
    window.addEventListener('keydown', toggle)
    return () => window.removeEventListener('keydown', toggle)
  })

  return { isMobile, isOpen, setOpen }
}
