import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ContactDetails } from './contact-details.tsx'

describe('[contact.md#details] ContactDetails', () => {
  it('gives phone, email and address where the agency has them', () => {
    const html = renderToStaticMarkup(
      <ContactDetails
        ways={{ phone: '+1 (555) 010-2030', email: 'hello@main.test', address: ['1 Main Street', 'Springfield'] }}
      />,
    )
    expect(html).toContain('href="tel:+15550102030"')
    expect(html).toContain('href="mailto:hello@main.test"')
    expect(html).toContain('1 Main Street')
  })

  it('leaves out what the agency has not, and invents nothing', () => {
    const html = renderToStaticMarkup(<ContactDetails ways={{}} />)
    expect(html).not.toMatch(/tel:|mailto:|Phone|Email|Address/)
    expect(html).toContain('Monday-Friday')
    expect(html).toContain('Support Promise')
  })
})
