import { row, rows } from '../list-rows.ts'
import { expect, test } from '../test.ts'
import { type Client, createStaffWithClients, open, search, title } from './clients-scene.ts'

test.describe('[clients.md#table] the client table', () => {
  test('leads to the client’s page, and the back button leads back', async ({ signedIn, testData }) => {
    const page = await open(signedIn, await createStaffWithClients(testData, [{ name: 'Lena Lead' }]), 1)
    await row(page, 'Lena Lead')
      .getByRole('link', { name: /view details/i })
      .click()
    await expect(page).toHaveURL(/\/dashboard\/clients\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { name: 'Lena Lead' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/dashboard/clients')
    await expect(row(page, 'Lena Lead')).toBeVisible()
  })
})

test.describe('[clients.md#search] search', () => {
  const clients: Client[] = [
    { name: 'Percy 100% Fresh', company_name: 'Greens' },
    { name: 'Penny 100 Fresh', company_name: 'Greens' },
    { name: 'Una A_B Shop' },
    { name: 'Una AxB Shop' },
    { name: 'Cora Smith, Sons (Old)', email: 'Cora@Smith.test' },
    { name: 'Owen O"Neil\'s', company_name: 'Backs\\lash' },
    { name: 'Zoë Ärger', company_name: 'Star * Bar' },
    { name: 'Dora.eq.Dot' },
  ]

  const searches: [string, string[]][] = [
    ['percy', ['Percy 100% Fresh']],
    ['GREENS', ['Penny 100 Fresh', 'Percy 100% Fresh']],
    ['cora@smith', ['Cora Smith, Sons (Old)']],
    ['100%', ['Percy 100% Fresh']],
    ['%', ['Percy 100% Fresh']],
    ['A_B', ['Una A_B Shop']],
    ['_', ['Una A_B Shop']],
    ['Smith, Sons (Old)', ['Cora Smith, Sons (Old)']],
    ['o"neil\'s', ['Owen O"Neil\'s']],
    ['\\', ['Owen O"Neil\'s']],
    ['zoë ä', ['Zoë Ärger']],
    ['Dora.eq.', ['Dora.eq.Dot']],
    ['  percy  ', ['Percy 100% Fresh']],
  ]

  test('finds by name, email or company what was typed, and nothing else', async ({ signedIn, testData }) => {
    const page = await open(signedIn, await createStaffWithClients(testData, clients), clients.length)
    for (const [typed, found] of searches) {
      await search(page).fill(typed)
      await expect(title(page, found.length), typed).toBeVisible()
      for (const name of found) await expect(row(page, name), typed).toBeVisible()
      await expect(rows(page), typed).toHaveCount(found.length)
    }
    await search(page).fill('')
    await expect(title(page, clients.length)).toBeVisible()
  })
})
