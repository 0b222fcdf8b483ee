import { expect, it } from 'vitest'
import { headTags } from './head-tags.ts'

const page = {
  title: 'Plans & "prices"',
  description: 'From $249 a month',
  url: 'https://mainstreet.test/pricing',
  picture: { url: 'https://mainstreet.test/assets/share.png', alt: 'A street' },
  graph: { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebSite', name: '</script><script>' }] },
} as const

const tags = headTags({ ...page, graph: { ...page.graph, '@graph': [...page.graph['@graph']] } })

it('says the same to every reader', () => {
  for (const tag of [
    '<link rel="canonical" href="https://mainstreet.test/pricing"/>',
    '<meta property="og:url" content="https://mainstreet.test/pricing"/>',
    '<meta property="og:image" content="https://mainstreet.test/assets/share.png"/>',
    '<meta property="og:image:width" content="1200"/>',
    '<meta name="twitter:card" content="summary_large_image"/>',
    '<meta name="twitter:image:alt" content="A street"/>',
  ]) {
    expect(tags).toContain(tag)
  }
})

it('lets no text end the tag it stands in', () => {
  expect(tags).toContain('<meta property="og:title" content="Plans &amp; &quot;prices&quot;"/>')
  const scripts = [...tags.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, data]) => data)
  expect(scripts[0]).toBe('{{ js .organization }}')
  expect(JSON.parse(scripts[1] ?? '')).toEqual(page.graph)
  expect(tags.match(/<\/script>/g)).toHaveLength(2)
})
