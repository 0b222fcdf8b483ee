import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SidebarGroup } from '../navigation/sidebar-items-by-role.ts'
import { NEW_PARAMETER } from '../writes/use-new-dialog.ts'
import { areSingleKeysOn, doesHelpAnswer, goTo, isForThePage, opensPalette } from './shortcuts.ts'

/** The time within which a letter must follow the key `g`. */
const PATIENCE_MS = 1500

/** Lists on whose screen the key `n` opens the form of a new row. */
const adding = ['/dashboard/clients', '/dashboard/projects', '/dashboard/users']

type Opens = { openPalette: () => void; openHelp: () => void; groups: readonly SidebarGroup[] | undefined }

export function useShortcuts({ openPalette, openHelp, groups = [] }: Opens) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const goingSince = useRef(-PATIENCE_MS)

  useEffect(() => {
    /** Runs the keyboard shortcut of an event, and returns whether the key has one. */
    function done(event: KeyboardEvent): boolean {
      if (opensPalette(event)) {
        openPalette()
        return true
      }
      if (!isForThePage(event)) return false
      if (event.key === '?' && doesHelpAnswer()) {
        openHelp()
        return true
      }
      if (!areSingleKeysOn()) return false
      const isGoing = event.timeStamp - goingSince.current < PATIENCE_MS
      goingSince.current = event.key === 'g' ? event.timeStamp : -PATIENCE_MS
      return isGoing ? go(event.key) : pressed(event.key)
    }

    function go(letter: string): boolean {
      const to = goTo[letter]
      if (to === undefined || !groups.some(({ items }) => items.some((item) => item.to === to))) return false
      void navigate(to)
      return true
    }

    function pressed(key: string): boolean {
      switch (key) {
        case '/':
          return focus(document.querySelector('main input[type=search]'))
        case 'n':
          if (!adding.includes(pathname)) return false
          void navigate({ search: withNew() })
          return true
        case 'j':
          return focus(rowBeside(1))
        case 'k':
          return focus(rowBeside(-1))
        case 'x':
        case 'X':
          return chooseRow({ shiftKey: key === 'X' })
        case 'a':
          return focus(document.querySelector('main [data-chosen-bar] :is(select, button):enabled'))
        default:
          return false
      }
    }

    function listen(event: KeyboardEvent) {
      if (done(event)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
  return true
}

/** The link in the row before or after the focused one. */
function rowBeside(step: 1 | -1): Element | null | undefined {
  const rows = [...document.querySelectorAll('main tbody [role=row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at === -1 ? (step === 1 ? 0 : -1) : at + step
  return rows[next]?.querySelector('a[href]')
}

/** Toggles the checkbox of the focused row. Cards have no visible checkbox. */
function chooseRow({ shiftKey }: { shiftKey: boolean }): boolean {
  const row = document.activeElement?.closest('main tbody [role=row]')
  const box = row?.querySelector('input[type=checkbox]')
  if (!box?.checkVisibility()) return false
  box.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
  return true
}

function withNew(): string {
  const search = new URLSearchParams(window.location.search)
  search.set(NEW_PARAMETER, '')
  return search.toString()
}
