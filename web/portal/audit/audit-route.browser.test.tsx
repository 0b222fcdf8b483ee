import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { auditLine, NOTE_EXPORT, openAudit, TRAIL, withTrail } from '../../testing/audit-scene.ts'
import {
  expectAccessible,
  expectDestructiveToast,
  expectTexts,
  expectToast,
  horizontalOverflow,
  phoneAndDesktop,
  row,
  rows,
} from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { ana, ben } from '../../testing/people.ts'
import { savedFiles } from '../../testing/saved-files.ts'

const agencyChange = () =>
  auditLine({
    kind: 'agency_changed',
    said: { name: 'North', before: { phone: null }, after: { phone: '+1 555 0100' } },
  })

it('[audit.md#list] tells in sentences who did what when, with what was before and after', async () => {
  openAudit(withTrail([auditLine(), agencyChange(), auditLine({ kind: 'signed_in', said: { from: '192.0.2.1' } })]))
  await expectTexts(page.getByRole('columnheader'), ['What happened', 'When', 'Agency'])
  await expect.element(row('Sol Okafor made Ben Carter agency_admin')).toMatchTextContent('Nov 20, 2026')
  await expect.element(row('Sol Okafor changed the agency North')).toMatchTextContent('phone: – became +1 555 0100')
  await expect.element(row('Sol Okafor signed in')).toMatchTextContent('from 192.0.2.1')
  await expect.element(page.getByRole('heading', { name: 'Audit trail (3)' })).toBeVisible()
  expect(document.title).toBe('Audit | Dashboard')
})

it('[audit.md#list] asks page by page for what is looked for', async () => {
  const backend = withTrail(Array.from({ length: 120 }, () => auditLine()))
  const portal = openAudit(backend, { query: '?search=ben' })
  await expect.element(rows()).toHaveLength(50)
  await page.getByRole('combobox', { name: 'Filter by kind' }).selectOptions('Use of the vault')
  await expect.poll(() => portal.location).toBe('/dashboard/audit?search=ben&kind=vault')
  await expect
    .poll(() => backend.sent('GET', TRAIL).at(-1)?.query)
    .toEqual({ search: 'ben', kinds: '{vault_copied,vault_viewed,vault_taken_over}', first_row: '0', row_count: '50' })
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => backend.sent('GET', TRAIL).at(-1)?.query.first_row).toBe('50')
})

it.each([
  ['Nothing has been recorded yet.', ''],
  ['Nothing found.', '?search=nobody'],
])('[audit.md#list] says "%s"', async (said, query) => {
  openAudit(withTrail([]), { query })
  await expect.element(page.getByText(said)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeDisabled()
})

it('[audit.md#export] saves all that match as a table, and leaves a line of that first', async () => {
  const backend = withTrail([
    ...Array.from({ length: 1001 }, () => auditLine()),
    auditLine({ actor_name: '=HYPERLINK("http://evil.test")', said: { name: 'Ben, "Big"', after: 'admin' } }),
  ])
  openAudit(backend, { query: '?search=ben' })
  const saved = savedFiles()
  await page.getByRole('button', { name: 'Export' }).dblClick()
  await expectToast('Audit trail exported')
  expect(backend.sent('POST', NOTE_EXPORT)).toHaveLength(1)
  const [[name, file] = ['']] = [...saved]
  expect(name).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await file?.text())?.split('\r\n') ?? []
  expect(lines).toHaveLength(1002 + 2)
  expect(lines[0]).toContain('Time,Who,What,Before,After,From,Agency,Kind,Id')
  expect(lines[1]).toContain('2026-11-20T09:30:00.000Z,Sol Okafor,Sol Okafor made Ben Carter agency_admin,')
  expect(lines[1002]).toContain(`,"'=HYPERLINK(""http://evil.test"")","'=HYPERLINK`)
})

it('[audit.md#export] says so when it did not work', async () => {
  const backend = withTrail([auditLine()])
  backend.answer('POST', NOTE_EXPORT, () => refusal('Not today', { status: 403, code: '42501' }))
  openAudit(backend)
  await page.getByRole('button', { name: 'Export' }).click()
  await expectDestructiveToast('Audit trail not exported', 'Not today')
})

it('[audit.md#list] says when it could not be loaded, and can be asked again', async () => {
  const backend = withTrail([auditLine()])
  const recover = backend.answer('GET', TRAIL, () => refusal('out of order'))
  openAudit(backend)
  await expect.element(page.getByText('The audit trail could not be loaded.')).toBeVisible()
  recover()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(rows()).toHaveLength(1)
})

it('[audit.md#access] shows an agency admin no column of agencies', async () => {
  openAudit(withTrail([auditLine()]), { as: ana })
  await expectTexts(page.getByRole('columnheader'), ['What happened', 'When'])
})

it('[audit.md#access] is denied to somebody of the staff, and nothing of it goes over the wire', async () => {
  const backend = withTrail([auditLine()])
  openAudit(backend, { as: ben })
  const denied = "Access Denied — You don't have permission to view the audit trail."
  await expect.element(page.getByRole('main')).toMatchTextContent(denied)
  expect(backend.sent('GET', TRAIL)).toEqual([])
})

it.each(phoneAndDesktop)('nothing is wrong for axe on $device, also with names of any length', async ({ size }) => {
  await page.viewport(...size)
  const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2)
  openAudit(
    withTrail([
      auditLine({ actor_name: long, agency_name: long, said: { name: long, after: 'admin' } }),
      agencyChange(),
    ]),
  )
  await expect.element(rows()).toHaveLength(2)
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0)
  await expectAccessible()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
})
