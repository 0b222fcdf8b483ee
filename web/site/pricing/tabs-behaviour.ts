import type { Behaviour } from '../bring-to-life.ts'

/** Tabs as people expect them: click, or the arrow keys, Home and End. */
export const switchTabs: Behaviour = (page, signal) => {
  for (const tabs of page.querySelectorAll('[data-tabs]')) bring(tabs, signal)
}

function bring(container: Element, signal: AbortSignal) {
  const tabs = [...container.querySelectorAll<HTMLElement>('[role=tab]')]

  const select = (selected: HTMLElement) => {
    for (const tab of tabs) {
      const isSelected = tab === selected
      tab.setAttribute('aria-selected', String(isSelected))
      tab.tabIndex = isSelected ? 0 : -1
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
      panel?.toggleAttribute('data-inactive', !isSelected)
    }
  }

  tabs.forEach((tab, at) => {
    tab.addEventListener('click', () => select(tab), { signal })
    tab.addEventListener(
      'keydown',
      (event) => {
        const target = nextTab(event.key, at, tabs.length)
        const next = target === undefined ? undefined : tabs[target]
        if (!next) return
        event.preventDefault()
        select(next)
        next.focus()
      },
      { signal },
    )
  })
}

/** Where a key leads from a tab, or undefined if it leads nowhere. */
export function nextTab(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
}
