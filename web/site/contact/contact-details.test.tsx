import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ContactDetails } from './contact-details.tsx'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('[contact.md#details] ContactDetails', () => {
  it('has a row each for phone, email and address, also while the agency has told none', () => {
    const html = renderToStaticMarkup(<ContactDetails />)
    for (const term of ['Phone', 'Email', 'Address']) {
      expect(html).toMatch(new RegExp(`${term}</dt><dd[^>]*>On request, by the form</dd>`))
    }
    expect(html).not.toMatch(/tel:|mailto:|pick a time/)
    expect(html).toContain('Monday-Friday, 9am-5pm EST')
    expect(html).toContain('Support Promise')
  })

  it('leaves the server a slot for each of them', () => {
    vi.stubEnv('DEV', false)
    const html = renderToStaticMarkup(<ContactDetails />)
    expect(html).toContain('{{ if .phone }}')
    expect(html).toContain('href="{{ .phoneLink }}"')
    expect(html).toContain('href="mailto:{{ .email }}"')
    expect(html).toContain('{{ .postalAddress }}')
    expect(html.match(/\{\{ else \}\}On request, by the form\{\{ end \}\}/g)).toHaveLength(3)
    expect(html).toContain('{{ .liveChatHours }}')
    expect(html).toMatch(
      /\{\{ if \.bookingLink \}\}<a [^>]*href="\{\{ \.bookingLink \}\}" rel="noopener">Or pick a time yourself<\/a>\{\{ end \}\}/,
    )
  })
})
