import { escapeHtml, parseTemplate } from 'engine'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defaultFacts, type SiteFacts } from '../web/lib/site-facts.ts'
import { slotValues } from '../web/site/facts/slot-values.ts'
import { renderPagePart } from '../web/testing/render-page-part.ts'

// The pages as built, with slots for what the owner may change.
beforeEach(() => {
  vi.stubEnv('DEV', false)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const TestimonialCarousel = 'home/testimonial-carousel.tsx'
const Results = 'home/results.tsx'
const FieldsOfWork = 'services/fields-of-work.tsx'

/** Part of a page with its slots filled by the server. */
async function served(part: string, facts: Partial<SiteFacts>): Promise<string> {
  const fill = parseTemplate(await renderPagePart(part))
  return fill(slotValues({ ...defaultFacts, ...facts }, 'https://florist.test'), escapeHtml)
}
const count = (html: string, text: string) => html.split(text).length - 1

const maria = { words: 'They <b>came</b>.', author: 'Maria', role: 'Baker', picture: 'https://img.test/maria.jpg' }
const tom = { words: 'They answer.', author: 'Tom', role: '', picture: '' }

it('[home.md#testimonials] three examples stand on the page, marked as such, until there are others', async () => {
  const html = await served(TestimonialCarousel, {})
  expect(count(html, '<blockquote')).toBe(3)
  expect(count(html, 'An example')).toBe(3)
  expect(html).toContain('slide 3 of 3')
})

it('[home.md#testimonials] those of the owner take their place, with their pictures, and nothing in them is markup', async () => {
  const html = await served(TestimonialCarousel, { testimonials: [maria, tom] })
  expect(count(html, '<blockquote')).toBe(2)
  expect(html).not.toContain('An example')
  expect(html).not.toContain('<b>')
  expect(html).toContain('“They &lt;b&gt;came&lt;/b&gt;.”')
  expect(count(html, '<img')).toBe(1)
  expect(html).toContain('src="https://img.test/maria.jpg"')
  expect(html).toContain('aria-label="Show slide 2 of 2"')
  expect(html).toContain('Slide 1 of 2')
})

it('[home.md#testimonials] one alone has nothing to turn', async () => {
  const html = await served(TestimonialCarousel, { testimonials: [tom] })
  expect(count(html, '<blockquote')).toBe(1)
  expect(html).not.toContain('<button')
})

it('[home.md#results] results are told where there are some', async () => {
  const result = {
    title: 'Sold out by noon',
    picture: '',
    number: '+38%',
    meaning: 'visitors on weekdays',
    other_number: '212',
    other_meaning: 'cakes ordered online',
    quote: 'We bake to order.',
    author: 'Maria',
  }
  expect(await served(Results, {})).toBe('')
  const html = await served(Results, { cases: [result] })
  for (const text of Object.values(result)) expect(html).toContain(text)
  expect(html).not.toContain('<img')
  expect(await served(Results, { cases: [{ ...result, picture: 'img.test/oven.jpg' }] })).toContain(
    'https://img.test/oven.jpg',
  )
})

it('[services.md#fields-of-work] fields of work are shown where there are some', async () => {
  expect(await served(FieldsOfWork, {})).toBe('')
  const html = await served(FieldsOfWork, { fields_of_work: ['Bakeries: bread & cakes', 'Barbers'] })
  expect(count(html, '<li>')).toBe(2)
  expect(html).toContain('bread &amp; cakes')
  expect(count(html, '<p>')).toBe(1)
})
