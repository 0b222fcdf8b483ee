import { slot } from '../../lib/slot.ts'
import { ButtonLink } from '../button-link.tsx'
import { mainLinks } from './links.ts'
import { SiteLogo } from './site-logo.tsx'

/**
 * The header of the public pages: 100 px and transparent at the top, 80 px and white after scrolling
 * (site-header-element.ts).
 */
export function SiteHeader({ pathname }: { pathname: string }) {
  return (
    <site-header className="contents">
      <header className="site-header">
        <div className="mx-auto flex h-full max-w-page items-center gap-3 px-gutter lg:gap-6">
          <a className="mr-auto flex min-w-0 items-center gap-2.5" href="/" aria-label={`${slot('name')}, home page`}>
            <SiteLogo className="size-10" />
            <span className="header-name font-display text-2xl leading-tight tracking-tight">{slot('name')}</span>
          </a>
          <div className="header-wide gap-3 lg:gap-6">
            <nav aria-label="Main" className="flex items-center lg:gap-1">
              <NavLinks pathname={pathname} className="nav-link" />
            </nav>
            <ButtonLink href="/contact" className="button-compact whitespace-nowrap">
              Free Strategy Call
            </ButtonLink>
          </div>
          <MobileMenu pathname={pathname} />
        </div>
      </header>
    </site-header>
  )
}

/**
 * The menu of phones, a popover, so that opening, Escape and the return of the focus work before any script has run.
 */
function MobileMenu({ pathname }: { pathname: string }) {
  return (
    <site-menu className="contents">
      <button type="button" className="menu-button" popoverTarget="site-menu" aria-expanded={false}>
        Menu
      </button>
      <nav id="site-menu" className="site-menu" popover="auto" aria-label="Mobile">
        <NavLinks pathname={pathname} className="menu-link" />
        <ButtonLink href="/contact" className="mt-5 w-full">
          Free Strategy Call
        </ButtonLink>
      </nav>
    </site-menu>
  )
}

function NavLinks({ pathname, className }: { pathname: string; className: string }) {
  return mainLinks.map(({ href, label }) => (
    <a key={href} href={href} className={className} aria-current={currentness(href, pathname)}>
      {label}
    </a>
  ))
}

/** The value of aria-current of a link: "page" for the page itself, "true" for its section. */
function currentness(href: string, pathname: string) {
  if (pathname === href) return 'page'
  return href !== '/' && pathname.startsWith(`${href}/`) ? 'true' : undefined
}
