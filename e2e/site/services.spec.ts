import { expect, test } from '../test.ts'

const services = [
  ['Web Development', '/services/web-development'],
  ['Digital Marketing', '/services/digital-marketing'],
  ['AI Automation', '/services/ai-automation'],
  ['Graphic Design', '/services/graphic-design'],
] as const

test('[services.md#overview] /services shows four services, each with its features and Learn More', async ({
  page,
}) => {
  await page.goto('/services')
  for (const [name, path] of services) {
    const block = page.getByRole('main').getByRole('region', { name, exact: true })
    await expect(block.getByRole('heading', { name, exact: true })).toBeVisible()
    expect(await block.getByRole('listitem').count()).toBeGreaterThan(2)
    await expect(block.getByRole('link', { name: /^Learn More/ })).toHaveAttribute('href', path)
  }
  await expect(page.getByRole('main').getByRole('link', { name: /^Learn More/ })).toHaveCount(4)
})

test('[services.md#process] /services tells the process in four steps', async ({ page }) => {
  await page.goto('/services')
  const steps = page.getByRole('main').locator('ol').getByRole('listitem')
  await expect(steps.getByRole('heading')).toHaveText([
    'Discovery & Strategy',
    'Design & Development',
    'Implementation & Testing',
    'Launch & Growth',
  ])
})

for (const [name, path] of services) {
  test(`[services.md#one-service] ${path} introduces itself, says what is offered and how, and leads on to the call`, async ({
    page,
  }) => {
    await page.goto('/services')
    await page.getByRole('main').locator(`a[href="${path}"]`).first().click()
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle(new RegExp(name, 'i'))
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).not.toHaveText('')
    await expect(main.locator('h1 ~ p')).toHaveText(/.{100,}/)
    const [offerings, more] = await main
      .getByRole('region')
      .filter({ has: page.getByRole('list') })
      .all()
    for (const section of [offerings, more]) {
      await expect(section?.getByRole('heading', { level: 2 }) ?? main).toBeVisible()
      expect(await section?.getByRole('listitem').count()).toBeGreaterThan(2)
    }
    const call = main.getByRole('link', { name: 'Book your free strategy call', exact: true })
    await expect(call.first()).toHaveAttribute('href', '/contact')
  })
}
