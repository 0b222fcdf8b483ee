import { cleo, unique } from '../people.ts'
import { expect, test } from '../test.ts'
import { createAgencyWithProjects } from './projects-scene.ts'

const NOT_FOUND = "The project you're looking for doesn't exist or you don't have permission to view it."

test('[who-may-do-what.md#rows] staff see the clients and projects of their own agency only, and no agencies; a page of another one is not found, as if it did not exist', async ({
  signedIn,
  testData,
  pageErrors,
}) => {
  pageErrors.expectError(/^406 GET \/rest\/v1\/clients/)
  const name = unique('Secret Sally')
  const { agency, client, projects } = await createAgencyWithProjects(testData, [{ name }], { client: { name } })
  const page = await signedIn(cleo)
  const secret = page.getByText(name)

  await page.goto('/dashboard/clients')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText('No clients found.', { exact: true })).toBeVisible()

  // [client-page.md#details] The client of another agency is not shown.
  await page.goto(`/dashboard/clients/${client.id}`)
  await expect(page.getByText('Client not found', { exact: true })).toBeVisible()
  await expect(secret).toHaveCount(0)

  await page.goto(`/dashboard/projects?agencyId=${agency.id}`)
  await expect(page.getByText('No projects match your search criteria.', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Agency', exact: true })).toHaveCount(0)

  // [project-page.md#overview] The project of another agency is not shown.
  await page.goto(`/dashboard/projects/${projects.get(name)}`)
  await expect(page.getByText(NOT_FOUND, { exact: true })).toBeVisible()
  await expect(secret).toHaveCount(0)
})
