import { escapeHtml, parseTemplate } from 'engine'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultFacts, type SiteFacts } from '../../lib/site-facts.ts'
import { slotValues } from '../facts/slot-values.ts'
import { SiteFooter } from '../layout/site-footer.tsx'
import { ContactForm } from './contact-form.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'

afterEach(() => {
  vi.unstubAllEnvs()
})

function served(facts: Partial<SiteFacts>) {
  vi.stubEnv('DEV', false)
  const fill = parseTemplate(renderToStaticMarkup(<PrivacyNotice />))
  return fill(slotValues({ ...defaultFacts, ...facts }, 'https://florist.test'), escapeHtml)
}

describe('[contact.md#privacy] privacy', () => {
  it('says whom to write to: the agency, or by the form while it has no address', () => {
    expect(served({ email: 'hello@florist.test' })).toContain('href="mailto:hello@florist.test"')
    const html = served({})
    expect(html).toContain('send us the form above.')
    expect(html).toContain('no cookies')
    expect(html).not.toContain('mailto:')
  })

  it('says how long an enquiry is kept, as the agency has chosen', () => {
    expect(served({})).toContain('Until we delete it.')
    expect(served({ forget_enquiries_after: 12 })).toContain('Until 12 months after we last dealt with it')
  })

  it('is the agency’s own text where it has one, which is never markup', () => {
    const html = served({ privacy_notice: 'Nothing <b>.\n\nAsk us.' })
    expect(html).toContain('Nothing &lt;b&gt;.\n\nAsk us.')
    expect(html).not.toContain('cookies')
  })

  it.each([
    ['the form', ContactForm],
    ['the footer', SiteFooter],
  ])('%s links to it', (_, Part) => {
    expect(renderToStaticMarkup(<Part />)).toMatch(/href="\/contact#privacy">Privacy<\/a>/)
  })
})
