import { tabTo } from '../keyboard.ts'
import { unknownPath } from '../public-paths.ts'
import { expect, phone, test } from '../test.ts'

const subline = 'Website, Marketing, and AI Solutions for Local Businesses'

test('[home.md#home] the home page has a box that leads the agency to its sign-in', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Agency CRM Login' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeVisible()
})

test('[services.md#one-service] /services leads to each service, which introduces itself, says what is offered and how, and leads on to the call', async ({
  page,
}) => {
  for (const [name, path] of [
    ['Web Development', '/services/web-development'],
    ['Digital Marketing', '/services/digital-marketing'],
    ['AI Automation', '/services/ai-automation'],
    ['Graphic Design', '/services/graphic-design'],
  ] as const) {
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
  }
})

test('[keyboard] [site-layout.md#header] the header leads to a page, and the 404 page back home', async ({
  page,
  pageErrors,
}) => {
  await page.goto('/')
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Pricing', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pricing')

  pageErrors.expectError(`404 GET ${unknownPath}`)
  await page.goto(unknownPath)
  await tabTo(page, page.getByRole('link', { name: 'Back to Home' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})

test('[site-layout.md#mobile-menu] a link in the mobile menu closes it and leads on', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  const contact = page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true })
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
  await contact.click()
  await expect(page).toHaveURL('/contact')
  await expect(contact).toBeHidden()
})

test('[site-layout.md#header] the header is white from the first when a page is reloaded further down', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }))
  await page.reload()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(10)
  await expect(page.getByRole('banner')).toHaveCSS('height', '80px')
})

test('[not-found.md#any-other-path] any other path is the 404 page with status 404, which search engines know as such', async ({
  page,
  pageErrors,
}) => {
  pageErrors.expectError('404 GET /')
  for (const path of [
    '/nowhere',
    '/contact/more',
    '/dashboardx',
    '/auth/extra',
    '/%F0%9F%A6%8A',
    '/index.php?id=1',
    '/dashboard/nowhere',
  ]) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(
      page.getByText("The page you're looking for doesn't exist or has been moved.", { exact: true }),
    ).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  }
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main').getByText(subline, { exact: true })).toBeVisible()
})
