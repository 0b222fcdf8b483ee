import { expect, it } from 'vitest'
import { headTags } from './head-tags.ts'

const page = {
  title: 'Plans & "prices"',
  description: 'From $249 a month',
  url: 'https://mainstreet.test/pricing',
  picture: { url: 'https://mainstreet.test/assets/share.png', alt: 'A street' },
  graph: [{ '@type': 'WebSite', name: '</script><script>' }],
} as const

const tags = headTags(page)

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
  expect(tags.match(/<\/script>/g)).toHaveLength(1)
  const [, data = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(tags) ?? []
  expect(JSON.parse(data.replace('{{ js .organization }}', '"the agency"'))).toEqual({
    '@context': 'https://schema.org',
    '@graph': ['the agency', ...page.graph],
  })
})
