import { lazy, Suspense, useId } from 'react'
import { Link, NavLink } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { siteLogo, siteName } from '../../lib/site-name.ts'
import { LaterTooltip } from '../../ui/later-tooltip.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useWasOpen } from '../../ui/use-was-open.ts'
import type { SidebarGroup, SidebarItem } from '../navigation/sidebar-items-by-role.ts'
import { useSidebarItems } from '../navigation/use-sidebar-items.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import type { Sidebar } from './use-sidebar.ts'

// A list shows its rows before the code of a dialog.
const Drawer = lazy(() => loadChunk(() => import('./drawer.tsx')))

/** The sidebar: wide, collapsed to icons, or a drawer on a phone. */
export function PortalSidebar({ isMobile, isOpen, setOpen }: Sidebar) {
  if (isMobile) return <LaterDrawer isOpen={isOpen} setOpen={setOpen} />
  return (
    <aside
      data-state={isOpen ? 'expanded' : 'collapsed'}
      className={cn(
        'sticky top-0 h-dvh shrink-0 overflow-y-auto overflow-x-hidden bg-dusk text-on-dusk',
        'motion-safe:transition-[width] motion-safe:duration-150',
        isOpen ? 'w-64' : 'w-12',
      )}
    >
      <Brand isIconOnly={!isOpen} />
      <Navigation isIconOnly={!isOpen} />
    </aside>
  )
}

function LaterDrawer({ isOpen, setOpen }: Omit<Sidebar, 'isMobile'>) {
  if (!useWasOpen(isOpen)) return null
  return (
    <Suspense>
      <Drawer isOpen={isOpen} setOpen={setOpen}>
        <Navigation onNavigate={() => setOpen(false)} />
      </Drawer>
    </Suspense>
  )
}

function Brand({ isIconOnly }: { isIconOnly: boolean }) {
  return (
    <Link
      to="/"
      reloadDocument
      className={cn(
        'dusk flex h-16 items-center gap-2.5 font-display text-xl focus-visible:outline-light focus-visible:-outline-offset-2',
        isIconOnly ? 'justify-center' : 'px-4',
      )}
    >
      {siteLogo() === '' ? (
        <Logo className="size-7 shrink-0" />
      ) : (
        <img className="size-7 shrink-0 rounded-sm object-contain" src={siteLogo()} alt="" />
      )}
      <span className={isIconOnly ? 'sr-only' : 'line-clamp-2 leading-tight'}>{siteName()}</span>
    </Link>
  )
}

type NavigationProps = { isIconOnly?: boolean; onNavigate?: () => void }

function Navigation({ isIconOnly = false, onNavigate }: NavigationProps) {
  const groups = useSidebarItems()
  return (
    <nav aria-label="Portal" className={cn('grid gap-5 pt-2 pb-6', isIconOnly ? 'px-1' : 'px-3')}>
      {groups ? (
        groups.map((group) => (
          <Group key={group.label} {...group} isIconOnly={isIconOnly} {...(onNavigate ? { onNavigate } : {})} />
        ))
      ) : (
        <Skeleton className="h-48 bg-dusk-raised" />
      )}
    </nav>
  )
}

function Group({ label, items, isIconOnly = false, onNavigate }: SidebarGroup & NavigationProps) {
  const id = useId()
  return (
    <div>
      <h2 id={id} className={cn('px-3 pb-1.5 font-medium text-on-dusk-soft text-xs', isIconOnly && 'sr-only')}>
        {label}
      </h2>
      <ul aria-labelledby={id} className="grid gap-0.5">
        {items.map((item) => (
          <li key={item.to}>
            <Item {...item} isIconOnly={isIconOnly} {...(onNavigate ? { onNavigate } : {})} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Item({ to, label, Icon, Count, isIconOnly = false, onNavigate }: SidebarItem & NavigationProps) {
  const link = (
    <NavLink
      to={to}
      // Every screen lies below /dashboard, so the link to the dashboard must match exactly.
      end={to === '/dashboard'}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      className={cn(
        'relative flex min-h-10 items-center gap-3 rounded-control text-[0.9375rem] text-on-dusk-soft',
        'hover:bg-dusk-raised hover:text-on-dusk focus-visible:outline-light focus-visible:-outline-offset-2',
        'aria-[current=page]:bg-dusk-raised aria-[current=page]:font-medium aria-[current=page]:text-on-dusk',
        'aria-[current=page]:[&_svg]:text-light forced-colors:aria-[current=page]:border-2',
        isIconOnly ? 'justify-center' : 'px-3',
      )}
    >
      <Icon aria-hidden className="size-[1.125rem] shrink-0" />
      <span className={isIconOnly ? 'sr-only' : 'truncate'}>{label}</span>
      {Count && <Count isIconOnly={isIconOnly} />}
    </NavLink>
  )
  if (!isIconOnly) return link
  return <LaterTooltip text={label}>{link}</LaterTooltip>
}
