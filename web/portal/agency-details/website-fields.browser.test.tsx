import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phoneAndDesktop,
} from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import { AGENCIES, openProfile, withNorth } from '../../testing/profile-scene.ts'

const form = () => page.getByRole('form', { name: 'Agency Information' })
const button = (name: string) => form().getByRole('button', { name, exact: true })
const entry = (name: string) => form().getByRole('group', { name, exact: true })

const maria = { words: 'They came.', author: 'Maria', role: 'Baker', picture: '' }
const tom = { words: 'They answer.', author: 'Tom', role: '', picture: 'https://pictures.test/tom.jpg' }
const result = {
  title: 'Sold out by noon',
  picture: '',
  number: '+38%',
  meaning: 'visitors on weekdays',
  other_number: '212',
  other_meaning: 'cakes ordered online',
  quote: 'We bake to order.',
  author: 'Maria',
}

async function open(agency: object = {}) {
  const portal = openProfile(withNorth({ answers_website: true, ...agency }))
  await expect.element(form().getByRole('heading', { name: 'Testimonials' })).toBeVisible()
  const saved = () => portal.backend.sent('PATCH', AGENCIES).map(({ body }) => body)
  return { portal, saved }
}

it('[agencies.md#website] adds what a client says, and what came of the work', async () => {
  const { saved } = await open()
  await form().getByLabelText('Fields of Work').fill('Bakeries: bread and cakes\nBarbers')
  await button('Add testimonial').click()
  const said = entry('testimonial 1')
  await expect.element(said.getByLabelText('Words')).toHaveFocus()
  await said.getByLabelText('Words').fill(maria.words)
  await said.getByLabelText('Who They Are').fill(maria.role)
  await button('Save Agency').click()
  await expect.element(said.getByText('Enter who said it.')).toBeVisible()
  await said.getByLabelText('Said By').fill(maria.author)

  await button('Add result').click()
  const came = entry('result 1')
  await came.getByLabelText('Title').fill(result.title)
  await came.getByLabelText('First Number').fill(result.number)
  await came.getByLabelText('What It Counts').fill(result.meaning)
  await came.getByLabelText('Second Number').fill(result.other_number)
  await came.getByLabelText('What That Counts').fill(result.other_meaning)
  await came.getByLabelText('Quote').fill(result.quote)
  await came.getByLabelText('Said By').fill(result.author)
  await button('Save Agency').click()
  await expectToast('Agency updated')
  expect(saved()).toMatchObject([
    { fields_of_work: ['Bakeries: bread and cakes', 'Barbers'], testimonials: [maria], cases: [result] },
  ])
})

it('[agencies.md#website] changes, moves and removes them', async () => {
  const { saved } = await open({ testimonials: [maria, tom], cases: [result] })
  await expect.element(button('Move testimonial 1 up')).toBeDisabled()
  await expect.element(button('Move testimonial 2 down')).toBeDisabled()
  await button('Move testimonial 2 up').click()
  await expect.element(entry('testimonial 1').getByLabelText('Words')).toHaveValue(tom.words)
  await entry('testimonial 1').getByLabelText('Said By').fill('Thomas')
  await button('Remove result 1').click()
  await expect.element(button('Add result')).toHaveFocus()
  await button('Save Agency').click()
  await expectToast('Agency updated')
  expect(saved()).toMatchObject([{ testimonials: [{ ...tom, author: 'Thomas' }, maria], cases: [] }])
})

const PICTURES = '/storage/v1/object/website-pictures'

/** A picture as a camera takes it, too large for a website page. */
async function photo() {
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [2400, 1200]
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob ?? ''], 'photo.png', { type: 'image/png' })
}

/** Chooses a file as the browser's file dialog does. */
function choose(file: File) {
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  const files = new DataTransfer()
  files.items.add(file)
  if (chooser) chooser.files = files.files
  chooser?.dispatchEvent(new Event('change', { bubbles: true }))
}

it('[agencies.md#website] uploads a picture, as small as a page needs it, and shows it', async () => {
  const { portal, saved } = await open({ testimonials: [maria] })
  let uploaded: Blob | undefined
  portal.backend.answer('POST', `${PICTURES}/`, ({ path, body }) => {
    const file = body instanceof FormData ? body.get('') : body
    if (file instanceof Blob) uploaded = file
    return Response.json({ Id: crypto.randomUUID(), Key: path })
  })
  choose(await photo())
  const address = entry('testimonial 1').getByLabelText('Picture')
  await expect.element(address).toHaveValue(expect.stringMatching(/\/public\/website-pictures\/[0-9a-f-]{36}\.webp$/))
  expect(uploaded?.type).toBe('image/webp')
  const { width, height } = await createImageBitmap(uploaded ?? new Blob())
  expect([width, height]).toEqual([1200, 600])
  await button('Save Agency').click()
  await expectToast('Agency updated')
  expect(saved()).toMatchObject([
    { testimonials: [{ ...maria, picture: expect.stringContaining('website-pictures') }] },
  ])
})

it('says why a picture was not uploaded, and uploads nothing that is none', async () => {
  const { portal } = await open({ testimonials: [maria] })
  choose(new File(['a letter'], 'letter.png', { type: 'image/png' }))
  await expectDestructiveToast('Picture not uploaded')
  expect(portal.backend.calls.filter(({ path }) => path.startsWith(PICTURES))).toEqual([])
  portal.backend.answer('POST', `${PICTURES}/`, () => refusal('The wall is full'))
  choose(await photo())
  await expectDestructiveToast('Picture not uploaded', 'The wall is full')
  await expect.element(button('Upload Picture')).toBeEnabled()
})

it('keeps what was typed through a reload', async () => {
  const { portal } = await open()
  await button('Add testimonial').click()
  await entry('testimonial 1').getByLabelText('Words').fill('half said')
  portal.reload()
  await expect.element(entry('testimonial 1').getByLabelText('Words')).toHaveValue('half said')
})

it('takes no more than a page can hold', async () => {
  await open({ testimonials: Array.from({ length: 12 }, () => maria) })
  await expect.element(form().getByText('You can have up to twelve.')).toBeVisible()
  expect(button('Add testimonial').length).toBe(0)
})

it.each(phoneAndDesktop)('[axe] on $device', async ({ size }) => {
  await page.viewport(...size)
  await open({ testimonials: [maria, tom], cases: [result] })
  await expectAccessible()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
})

it('[enquiries.md#forgetting] says how many enquiries go tonight before it forgets any', async () => {
  const { portal, saved } = await open()
  const COUNT = '/rest/v1/rpc/count_enquiries_to_forget'
  const after = form().getByLabelText('Forget enquiries that became nobody after')
  const dialog = page.getByRole('alertdialog')
  portal.backend.answer('POST', COUNT, () => refusal('Broken'))
  await after.selectOptions('6 months')
  await expect.element(dialog).toMatchTextContent('The enquiries could not be counted. Cancel, and choose again.')
  await expect.element(dialog.getByRole('button', { name: 'Forget Them' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  portal.backend.answer('POST', COUNT, () => Response.json(1200))
  await after.selectOptions('6 months')
  await expect.element(dialog).toMatchTextContent(/Once you save, 1,200 enquiries go tonight/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(after).toHaveValue('')
  await after.selectOptions('12 months')
  await dialog.getByRole('button', { name: 'Forget Them' }).click()
  await button('Save Agency').click()
  await expectToast('Agency updated')
  expect(saved()).toMatchObject([{ forget_enquiries_after: 12 }])
})

it('[enquiries.md#forgetting] forgets nothing before it is confirmed, after a reload either', async () => {
  const { portal, saved } = await open()
  portal.backend.answer('POST', '/rest/v1/rpc/count_enquiries_to_forget', () => Response.json(1200))
  const after = form().getByLabelText('Forget enquiries that became nobody after')
  await after.selectOptions('6 months')
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  portal.reload()
  await expect.element(after).toHaveValue('')
  await form().getByLabelText('Fields of Work').fill('Barbers')
  await button('Save Agency').click()
  await expectToast('Agency updated')
  expect(saved()).toMatchObject([{ forget_enquiries_after: null }])
})
