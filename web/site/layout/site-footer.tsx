import { agency } from '../../agency.ts'
import { slot } from '../../lib/slot.ts'
import { FactList, IfFact } from '../facts/fact-markup.tsx'
import { mainLinks, privacyLink, serviceLinks } from './links.ts'
import { SiteLogo } from './site-logo.tsx'

export function SiteFooter() {
  return (
    <footer className="dusk bg-dusk text-on-dusk">
      <div className="mx-auto grid max-w-page grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-x-8 gap-y-10 px-gutter pt-16 pb-28 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <p className="flex items-center gap-2.5 font-display text-2xl">
            <SiteLogo className="size-9" />
            {slot('name')}
          </p>
          <p className="mt-4 max-w-[34ch] text-on-dusk-soft">{agency.promise}</p>
          <div className="mt-4 grid justify-items-start gap-1 break-words empty:hidden">
            <IfFact by="phone">
              <IfFact by="phoneLink" otherwise={slot('phone')}>
                <FooterLink href={slot('phoneLink')}>{slot('phone')}</FooterLink>
              </IfFact>
            </IfFact>
            <IfFact by="email">
              <FooterLink href={`mailto:${slot('email')}`}>{slot('email')}</FooterLink>
            </IfFact>
          </div>
          <FactList of="socialLinks" around={(links) => <ul className="mt-4 flex flex-wrap gap-x-5">{links}</ul>}>
            {({ url, name }) => (
              <li>
                <FooterLink href={url}>{name}</FooterLink>
              </li>
            )}
          </FactList>
        </div>
        <nav className="contents" aria-label="Footer">
          <LinkList title="Services" links={serviceLinks} />
          <LinkList title="Quick Links" links={mainLinks} />
          <LinkList title="Staff" links={[{ href: '/auth', label: 'Agency Login' }]} />
        </nav>
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-8 border-dusk-raised border-t-2 pt-6 text-on-dusk-soft text-sm">
          <p>
            © <current-year suppressHydrationWarning>{new Date().getFullYear()}</current-year> {slot('name')}. All
            rights reserved.
          </p>
          <FooterLink href={privacyLink}>Privacy</FooterLink>
        </div>
      </div>
    </footer>
  )
}

const FooterLink = ({ href, children }: { href: string; children: string }) => (
  <a className="inline-block py-1.5 underline-offset-4 hover:underline" href={href}>
    {children}
  </a>
)

function LinkList({ title, links }: { title: string; links: readonly { href: string; label: string }[] }) {
  return (
    <div>
      <h2 className="font-semibold text-on-dusk-soft text-sm">{title}</h2>
      <ul className="mt-3">
        {links.map(({ href, label }) => (
          <li key={href}>
            <FooterLink href={href}>{label}</FooterLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
