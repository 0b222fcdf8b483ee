import { readFile } from 'node:fs/promises'
import { expect, test } from '../test.ts'
import { picture, png, table } from './client-update-files-scene.ts'
import { bubbles, createColleagues, openChat } from './messages-scene.ts'

const BUCKET = 'chat-files'

test('[messages.md#files] of a message are seen and saved by colleagues, by nobody of another agency, and go with it', async ({
  signedIn,
  testData,
}) => {
  const [one, other] = await createColleagues(testData)
  const [stranger] = await createColleagues(testData)
  const here = await openChat(await signedIn(one))
  const there = await openChat(await signedIn(other))
  const chooser = here.waitForEvent('filechooser')
  await here.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles([picture(), table()])
  await here.getByRole('button', { name: 'Send', exact: true }).click()

  const shown = there.getByRole('img', { name: 'photo.png' })
  await expect(shown).toHaveJSProperty('naturalWidth', 1)
  const started = there.waitForEvent('download')
  await there.getByRole('button', { name: 'Download sales.csv' }).click()
  expect(await readFile(await (await started).path())).toEqual(table().buffer)

  const messages = (await testData.as(one)).from('chat_messages').select('metadata')
  const { metadata } = (await messages.single().throwOnError()).data
  const paths = metadata.files.map(({ path }: { path: string }) => path)
  const heldFor = async (person: typeof one) => {
    const bucket = (await testData.as(person)).storage.from(BUCKET)
    const found = await Promise.all(paths.map((path: string) => bucket.download(path)))
    return Promise.all(found.map(async ({ data }) => data && Buffer.from(await data.arrayBuffer())))
  }
  expect(await heldFor(other)).toEqual([png, table().buffer])
  expect(await heldFor(stranger)).toEqual([null, null])

  await bubbles(here).hover()
  await bubbles(here)
    .getByRole('button', { name: /^More about the message/ })
    .click()
  await here.getByRole('menuitem', { name: 'Delete' }).click()
  await here.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(bubbles(there)).toContainText('Message deleted')
  await expect(shown).toHaveCount(0)
  expect(await heldFor(other)).toEqual([null, null])
})
