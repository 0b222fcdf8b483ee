/**
 * Adds the behavior of tabs to pages without React: click, arrow keys, Home and End. Marks the chosen tab and calls
 * back; the caller shows the content.
 */
export function switchTabs(container: ParentNode, onSelect: (tab: HTMLButtonElement) => void, signal: AbortSignal) {
  const tabs = [...container.querySelectorAll<HTMLButtonElement>('[role=tab]')]

  const select = (selected: HTMLButtonElement) => {
    for (const tab of tabs) {
      const isSelected = tab === selected
      tab.setAttribute('aria-selected', String(isSelected))
      tab.tabIndex = isSelected ? 0 : -1
    }
    onSelect(selected)
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

/** The index of the tab that a key leads to, or undefined. */
export function nextTab(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
}
