import { LogOut, Menu, PanelLeft } from 'lucide-react'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMyProfile } from '../me/me-queries.ts'
import { signOut } from '../me/use-session.ts'
import { Bell } from '../notices/bell.tsx'
import { OfflineBanner } from '../offline/offline-banner.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { useVault } from '../vault/vault-context.tsx'
import type { Sidebar } from './use-sidebar.ts'

const CLIPBOARD_PATIENCE_MS = 3000

export function Header({ isMobile, isOpen, setOpen }: Sidebar) {
  const vault = useVault()
  const [leave, isLeaving] = useSingleFlight(async () => {
    // Only an open page can clear a copied password from the clipboard, so the vault is locked first. The browser may
    // ask for permission and get no answer, so the wait is limited.
    await Promise.race([vault.lock(), new Promise((resolve) => setTimeout(resolve, CLIPBOARD_PATIENCE_MS))])
    await signOut()
  })
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center print:hidden gap-3 border-line border-b bg-card px-3 max-[22.5rem]:gap-2 sm:gap-4 sm:px-6">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Toggle Sidebar"
        aria-expanded={isOpen}
        title="Toggle Sidebar (Ctrl+B)"
        onClick={() => setOpen(!isOpen)}
      >
        {isMobile ? <Menu aria-hidden /> : <PanelLeft aria-hidden />}
      </Button>
      <div className="flex min-w-0 flex-1 flex-col justify-between lg:flex-row lg:items-center lg:gap-6">
        <p className="font-semibold text-[0.8125rem]/4 max-[22.5rem]:text-[0.6875rem]/3.5 sm:truncate sm:text-sm lg:shrink-0 lg:text-base">
          Agency CRM Dashboard
        </p>
        <Welcome />
      </div>
      <PaletteButton />
      <Bell />
      <Button variant="outline" disabled={isLeaving} onClick={() => void leave()} className="px-3 max-[22.5rem]:px-2">
        <LogOut aria-hidden className="max-[22.5rem]:hidden" />
        Sign Out
      </Button>
      <OfflineBanner />
    </header>
  )
}

function Welcome() {
  const { data: profile, isPending } = useMyProfile()
  if (isPending) return <Skeleton className="h-4 w-32 lg:h-5" />
  const name = profile?.display_name || 'User'
  return (
    <p title={name} className="truncate text-ink-soft text-xs lg:text-sm">
      Welcome, {name}
    </p>
  )
}
