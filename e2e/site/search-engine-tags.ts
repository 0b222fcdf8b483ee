import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '../test.ts'

export type StructuredData = { [property: string]: unknown }

/** Checks what search engines and link previews read on the open page. */
export async function expectSearchEngineTags(
  page: Page,
  { path, url, request }: { path: string; url: string; request: APIRequestContext },
) {
  const [title, description] = [await page.title(), await content(page, 'name', 'description')]
  expect(title.length).toBeLessThanOrEqual(60)
  expect(description.length).toBeLessThanOrEqual(155)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', url + path)
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0)

  expect(await content(page, 'property', 'og:url')).toBe(url + path)
  for (const [attribute, prefix] of [['property', 'og'] as const, ['name', 'twitter'] as const]) {
    expect(await content(page, attribute, `${prefix}:title`)).toBe(title)
    expect(await content(page, attribute, `${prefix}:description`)).toBe(description)
    expect(await content(page, attribute, `${prefix}:image:alt`)).toContain(
      await page.getByRole('heading', { level: 1 }).innerText(),
    )
  }
  expect(await content(page, 'name', 'twitter:card')).toBe('summary_large_image')

  const picture = await content(page, 'property', 'og:image')
  expect(picture).toBe(await content(page, 'name', 'twitter:image'))
  const response = await request.get(picture)
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe('image/png')
  const png = await response.body()
  expect(png.length).toBeLessThan(100_000)
  expect(sizeOf(png)).toEqual({ width: 1200, height: 630 })

  const things = await structuredData(page)
  expect(things.map((thing) => thing['@type'])).toEqual(expect.arrayContaining(['Organization', 'WebSite']))
  expect(things.find(({ '@id': id }) => id === `${url + path}#page`)).toMatchObject({ name: title })
  expect(JSON.stringify(things)).not.toMatch(/rating|localhost:3000/i)
}

async function content(page: Page, attribute: 'name' | 'property', value: string): Promise<string> {
  const tag = page.locator(`meta[${attribute}="${value}"]`)
  await expect(tag).toHaveCount(1)
  return (await tag.getAttribute('content')) ?? ''
}

export async function structuredData(page: Page): Promise<StructuredData[]> {
  const { '@graph': things }: { '@graph': StructuredData[] } = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  )
  return things
}

/** Reads the width and height from a PNG header. */
export function sizeOf(png: Buffer) {
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
