import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectDestructiveToast } from '../../testing/expect.ts'
import { withStorage } from '../../testing/fake-storage.ts'
import { ana } from '../../testing/people.ts'
import { bubbles, enter, field, filledIn, openMessages, say, status } from '../../testing/scripted-chat.ts'
import { picture, table } from '../../testing/update-scene.ts'

const BUCKET = '/storage/v1/object/chat-files'
const INFO = '/storage/v1/object/info/chat-files/'

async function enterWithFiles() {
  const scene = await enter()
  return { ...scene, stored: withStorage(scene.backend, BUCKET) }
}

const form = () => page.getByRole('form', { name: 'New message' })
const chosen = () => form().getByRole('listitem')
const send = () => page.getByRole('button', { name: 'Send', exact: true })
const inTransit = (...files: File[]) => {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer
}
const paste = (files: File[], texts: Record<string, string> = {}) => {
  const clipboardData = inTransit(...files)
  for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text)
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
}
const drop = (...files: File[]) =>
  field()
    .element()
    .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: inTransit(...files) }))

const pathOf = (name: string) => expect.stringMatching(new RegExp(`^${ana.agency_id}/[0-9a-f-]{36}/\\d+_${name}$`))

it('[messages.md#files] are uploaded as they are pasted or dropped, taken out again, and go with what is said', async () => {
  const { chat, stored } = await enterWithFiles()
  paste([picture()])
  drop(table('sales.csv'), table('wrong.csv'))
  await expect.element(chosen()).toHaveLength(3)
  await expect.element(form().getByText('Attached')).toHaveLength(3)
  await form().getByRole('button', { name: 'Remove wrong.csv' }).click()
  await expect.element(chosen()).toHaveLength(2)
  await expect.poll(() => stored.size).toBe(2)
  await say('As promised')
  const [message] = await chat.waitFor('message', 1)
  expect(message).toMatchObject({
    content: 'As promised',
    metadata: {
      files: [
        { path: pathOf('photo.png'), name: 'photo.png', type: 'image/png', size: 3 },
        { path: pathOf('sales.csv'), name: 'sales.csv', type: 'text/csv' },
      ],
    },
  })
  await expect.element(chosen()).not.toBeInTheDocument()
})

it('[messages.md#files] are attached when their names are pasted with them, and not beside text of its own', async () => {
  await enterWithFiles()
  paste([picture()], { 'text/plain': '1\t2', 'text/html': '<table></table>' })
  paste([picture()], { 'text/plain': 'photo.png', 'text/html': '<b>photo.png</b>' })
  paste([picture()], { 'text/plain': 'Look at this' })
  paste([table('größe.csv'), table('sales.csv')], { 'text/plain': `${'größe.csv'.normalize('NFD')}\rsales.csv` })
  await expect.element(chosen()).toHaveLength(2)
  paste([picture()], { 'text/plain': '/home/ana/photo.png' })
  await expect.element(form().getByText('Attached')).toHaveLength(3)
})

it('[messages.md#files] that are chosen before it is known whose chat it is wait for that', async () => {
  const { backend } = openMessages()
  const known = Promise.withResolvers<void>()
  backend.answer('GET', '/rest/v1/user_profiles', async () => {
    await known.promise
    return Response.json([
      { id: ana.id, agency_id: ana.agency_id, display_name: ana.name, avatar_url: null, agencies: null },
    ])
  })
  const stored = withStorage(backend, BUCKET)
  await expect.element(status()).toHaveTextContent('Connected')
  drop(picture())
  known.resolve()
  await expect.poll(() => [...stored.keys()]).toEqual([pathOf('photo.png')])
})

it('[messages.md#files] are said by their names where nobody writes a word, once they are there', async () => {
  const { chat, backend } = await enterWithFiles()
  backend.answer('GET', INFO, () => Response.json({ content_type: 'text/csv' }))
  const arrived = Promise.withResolvers<Response>()
  backend.answer('POST', `${BUCKET}/`, () => arrived.promise)
  drop(table('sales.csv'))
  await expect.element(form().getByRole('progressbar', { name: 'Uploading sales.csv' })).toBeVisible()
  await expect.element(send()).toBeDisabled()
  arrived.resolve(Response.json({ Id: crypto.randomUUID(), Key: 'sales.csv' }))
  await send().click()
  expect(await chat.waitFor('message', 1)).toMatchObject([{ content: 'sales.csv' }])
  await expect
    .element(
      bubbles()
        .last()
        .getByRole('button', { name: /^Download sales\.csv/ }),
    )
    .toBeVisible()
  await expect.element(bubbles().last()).toMatchTextContent(/^You:\s*Download sales\.csv\s*0\.00 MB/)
})

it('[messages.md#files] go by the type that storage found, since a name may claim another', async () => {
  const { chat, backend } = await enterWithFiles()
  backend.answer('GET', INFO, () => Response.json({ content_type: 'image/webp' }))
  drop(new File(['WEBP'], 'photo.jpg', { type: 'image/jpeg' }))
  await expect.element(form().getByText('Attached')).toBeVisible()
  await say('Look')
  const [message] = await chat.waitFor('message', 1)
  expect(message).toMatchObject({ metadata: { files: [{ name: 'photo.jpg', type: 'image/webp', size: 4 }] } })
})

it('[messages.md#files] that are refused say why beside themselves, and nothing is sent until they are taken out', async () => {
  const { backend } = await enterWithFiles()
  backend.answer('POST', `${BUCKET}/`, () =>
    Response.json({ statusCode: '415', error: 'invalid_mime_type', message: 'No' }, { status: 400 }),
  )
  await field().fill('Look')
  drop(picture())
  await expect.element(form().getByText('This type of file is not accepted.')).toBeVisible()
  await expect.element(send()).toBeDisabled()
  await form().getByRole('button', { name: 'Remove photo.png' }).click()
  await expect.element(send()).toBeEnabled()
})

it('[messages.md#files] are five at most, and none without a connection, which the paperclip says', async () => {
  const { chat } = await enterWithFiles()
  drop(...Array.from({ length: 6 }, (_, index) => table(`${index}.csv`)))
  await expectDestructiveToast('Too many files', 'A message can have up to 5.')
  await expect.element(chosen()).toHaveLength(5)
  chat.acceptsConnections = false
  chat.cut()
  const clip = page.getByRole('button', { name: 'Attach files (needs a connection)' })
  await expect.element(clip).toBeDisabled()
  await form().getByRole('button', { name: 'Remove 0.csv' }).click()
  drop(picture())
  await expect.element(chosen()).toHaveLength(4)
})

it('[messages.md#files] of a message are shown, pictures as such, and are gone once it is deleted', async () => {
  const { chat, backend } = await enterWithFiles()
  backend.answer('POST', '/storage/v1/object/sign/chat-files/', () =>
    Response.json({ signedURL: '/object/sign/chat-files/photo.png?token=one' }),
  )
  const files = [
    { path: 'n/u/1_photo.png', name: 'photo.png', type: 'image/png', size: 3 },
    { path: 'n/u/1_sales.csv', name: 'sales.csv', type: 'text/csv', size: 262_144 },
  ]
  const row = { id: 'm1', content: 'Look', created_at: new Date().toISOString(), metadata: { files } }
  chat.deliver({ type: 'new_message', message: filledIn(row) })
  const shown = bubbles().last()
  await expect
    .element(shown.getByRole('link', { name: 'photo.png' }))
    .toHaveAttribute('href', expect.stringMatching(/token=one$/))
  await expect.element(shown.getByRole('button', { name: /^Download sales\.csv/ })).toMatchTextContent('0.25 MB')
  const gone = { content: 'Message deleted', deleted_at: new Date().toISOString(), metadata: {} }
  chat.deliver({ type: 'message_changed', message: filledIn({ ...row, ...gone }) })
  await expect.element(shown.getByRole('link')).not.toBeInTheDocument()
  await expect.element(shown.getByRole('button', { name: /^Download sales\.csv/ })).not.toBeInTheDocument()
})
