import { expect, test } from '../test.ts'

const services = [
  ['Web Development', '/services/web-development'],
  ['Digital Marketing', '/services/digital-marketing'],
  ['AI Automation', '/services/ai-automation'],
  ['Graphic Design', '/services/graphic-design'],
] as const

test('[1§2] /services shows four services, each with its features and Learn More', async ({ page }) => {
  await page.goto('/services')
  const main = page.getByRole('main')
  for (const [name] of services) await expect(main.getByRole('heading', { name, exact: true })).toBeVisible()
  const learnMore = main.getByRole('link', { name: /^Learn More/ })
  await expect(learnMore).toHaveCount(4)
  for (const [index, [, path]] of services.entries()) await expect(learnMore.nth(index)).toHaveAttribute('href', path)
})

test('[1§2] /services tells the process in four steps', async ({ page }) => {
  await page.goto('/services')
  const steps = ['Discovery & Strategy', 'Design & Development', 'Implementation & Testing', 'Launch & Growth']
  await expect(
    page
      .getByRole('main')
      .getByRole('heading')
      .filter({ hasText: new RegExp(steps.join('|')) }),
  ).toHaveText(steps.map((step) => new RegExp(step)))
})

for (const [name, path] of services) {
  test(`[1§2] ${path} leads on to the call`, async ({ page }) => {
    await page.goto('/services')
    await page.getByRole('main').locator(`a[href="${path}"]`).first().click()
    await expect(page).toHaveURL(path)
    const main = page.getByRole('main')
    await expect(page).toHaveTitle(new RegExp(name, 'i'))
    expect(await main.getByRole('listitem').count()).toBeGreaterThan(3)
    await expect(main.getByRole('link', { name: 'Book your free strategy call', exact: true }).first()).toHaveAttribute(
      'href',
      '/contact',
    )
  })
}
