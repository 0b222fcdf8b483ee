import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useSidebarItems } from '../navigation/use-sidebar-items.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { useShortcuts } from './use-shortcuts.ts'

// The palette is loaded when it is first opened, not with every screen.
const Palette = lazy(() => loadChunk(() => import('./palette.tsx')))
const ShortcutsDialog = lazy(() => loadChunk(() => import('./shortcuts-dialog.tsx')))

/** The button that opens the palette, as Ctrl+K does everywhere. It also listens for the other shortcuts. */
export function PaletteButton() {
  const [open, setOpen] = useState<'palette' | 'help'>()
  const close = (isOpen: boolean) => !isOpen && setOpen(undefined)
  useShortcuts({
    openPalette: () => setOpen('palette'),
    openHelp: () => setOpen('help'),
    groups: useSidebarItems(),
  })
  return (
    <>
      <Button
        variant="ghost"
        aria-keyshortcuts="Control+K Meta+K"
        title="Go to anything (Ctrl+K)"
        onClick={() => setOpen('palette')}
        className="px-2.5 text-ink-soft lg:border lg:border-line lg:px-3"
      >
        <Search aria-hidden />
        <span className="text-sm max-lg:sr-only">Go to</span>
        <kbd className="hidden pl-4 font-sans text-xs lg:inline">Ctrl K</kbd>
      </Button>
      <Suspense fallback={null}>
        {open === 'palette' && <Palette isOpen setOpen={close} openHelp={() => setOpen('help')} />}
        {open === 'help' && <ShortcutsDialog isOpen setOpen={close} />}
      </Suspense>
    </>
  )
}
