import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hashOf } from '../_shared/hash.ts'
import { enquiryIn, type SourceStore, type TakenEnquiry } from './enquiry-in.ts'

const SECRET = 'a-secret-address'
const KEY = 'xfdgdgsgfchgvhgfchg'

let taken: TakenEnquiry[]
let refused: string[]
let mails: number
let outcome: string | Error
beforeEach(() => {
  taken = []
  refused = []
  mails = 0
  outcome = 'stored'
})

const store = async (): Promise<SourceStore> => {
  const [secretHash, googleKeyHash] = await Promise.all([hashOf(SECRET), hashOf(KEY)])
  return {
    open: async (hash) => (hash === secretHash ? { id: 'source', googleKeyHash } : undefined),
    async take(enquiry) {
      if (outcome instanceof Error) throw outcome
      taken.push(enquiry)
      return outcome
    },
    refuse: async (_source, reason) => void refused.push(reason),
    mail: () => void mails++,
  }
}

type Sent = { body: BodyInit; type?: string; secret?: string; headers?: Record<string, string> }

async function send({ body, type, secret = SECRET, headers = {} }: Sent) {
  const opened = await store()
  const url = `https://north.test/functions/v1/enquiry-in/${secret}`
  const request = new Request(url, {
    method: 'POST',
    body,
    headers: { ...(type && { 'content-type': type }), ...headers },
  })
  if (type === '') request.headers.delete('content-type')
  const answer = await enquiryIn(request, () => opened)
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}
const sendJson = (value: unknown, more: Partial<Sent> = {}) =>
  send({ body: JSON.stringify(value), type: 'application/json', ...more })
const urlencoded = 'application/x-www-form-urlencoded'

const vera = { name: 'Vera Flower', email: 'vera@flowers.test' }
const stored = (changes: object) => ({
  ...{ name: 'Vera Flower', business_name: '', email: 'vera@flowers.test', phone: '', service: 'other', message: '' },
  ...changes,
})

/** The sample of Google's documentation, whose key is written in two ways there. */
const lead = (changes: object = {}) => ({
  lead_id: 'TeSter-123-ID',
  user_column_data: [
    { column_name: 'Full Name', string_value: 'FirstName LastName', column_id: 'FULL_NAME' },
    { column_name: 'User Phone', string_value: '1-650-555-0123', column_id: 'PHONE_NUMBER' },
    { column_name: 'User Email', string_value: 'test@example.com', column_id: 'EMAIL' },
    { column_name: 'What is your budget?', string_value: '10k-50k', column_id: 'budget_question' },
  ],
  ...{ api_version: '1.0', form_id: 0, campaign_id: 281_498_631_867_774, google_key: KEY, is_test: false, gcl_id: '' },
  ...changes,
})

describe('[enquiry-sources.md#address] an address', () => {
  it('that nobody has is the same 404, whatever is sent there', async () => {
    for (const body of ['{}', 'no JSON', JSON.stringify(vera)]) {
      const { status, body: said } = await send({ body, type: 'text/xml', secret: 'guess' })
      expect([status, said]).toEqual([404, { message: 'There is no such address.' }])
    }
    outcome = 'revoked'
    expect((await sendJson(vera)).body).toEqual({ message: 'There is no such address.' })
    expect(refused).toEqual([])
  })

  it('answers 503 to what cannot be stored, which senders repeat', async () => {
    vi.spyOn(console, 'error').mockReturnValueOnce()
    outcome = new Error('the database is away')
    const { status, headers } = await sendJson(vera)
    expect([status, headers.get('retry-after')]).toEqual([503, '60'])
  })

  it('takes so many in an hour', async () => {
    outcome = 'too many'
    const { status, headers } = await sendJson(vera)
    expect([status, headers.get('retry-after')]).toEqual([429, '3600'])
    expect(mails).toBe(0)
  })
})

describe('[enquiry-sources.md#what-it-takes] the six fields', () => {
  it.each<[what: string, sent: Sent]>([
    ['JSON', { body: '{"name":" Vera  Flower ","email":"Vera <vera@flowers.test>"}', type: 'application/json' }],
    ['JSON without its type', { body: ' {"name":"Vera Flower","email":"vera@flowers.test"}', type: '' }],
    ['one of a list', { body: '[{"name":"Vera Flower","email":"vera@flowers.test"}]', type: 'application/json' }],
    ['a form', { body: 'name=Vera+Flower&email=vera%40flowers.test&message=', type: urlencoded }],
    ['a form of Contact Form 7', { body: 'your-name=Vera+Flower&your-email=vera%40flowers.test', type: urlencoded }],
    [
      'JSON that is called a form, as curl -d does',
      { body: JSON.stringify({ ...vera, message: '' }), type: urlencoded },
    ],
    ['JSON that is called plain text', { body: `\n ${JSON.stringify(vera)}`, type: 'text/plain;charset=UTF-8' }],
    ['a JSON with a byte order mark', { body: `\uFEFF${JSON.stringify(vera)}`, type: 'application/json' }],
    ['two names', { body: 'firstName=Vera&lastName=Flower&Email+Address=vera@flowers.test', type: urlencoded }],
    [
      'a list of fields with labels',
      {
        body: '{"data":{"fields":[{"key":"q1","label":"Name","value":"Vera Flower"},{"key":"q2","label":"E-mail","value":"vera@flowers.test"}]}}',
        type: 'application/json',
      },
    ],
    [
      'Facebook’s field_data',
      {
        body: '{"field_data":[{"name":"full_name","values":["Vera Flower"]},{"name":"email","values":["vera@flowers.test"]}]}',
        type: 'application/json',
      },
    ],
  ])('are read from %s', async (_what, sent) => {
    expect((await send(sent)).body).toEqual({ outcome: 'stored' })
    expect(taken).toEqual([{ source: 'source', fields: stored({}), lines: '', keyHash: undefined, isTest: false }])
    expect(mails).toBe(1)
  })

  it('are read from nested fields of a form, whose own name is not the sender’s', async () => {
    const form = new FormData()
    form.set('form[name]', 'Spring')
    form.set('fields[f1][id]', 'f1')
    form.set('fields[f1][title]', 'Name')
    form.set('fields[f1][value]', 'Vera Flower')
    form.set('fields[email][value]', 'vera@flowers.test')
    form.set('fields[email][id]', 'email')
    form.append('wants[]', 'a site')
    form.append('wants[]', 'a logo')
    form.set('plan', new File(['x'], 'plan.pdf'))
    await send({ body: form })
    expect(taken[0]?.fields).toEqual(stored({}))
    expect(taken[0]?.lines).toBe('form name: Spring\nwants: a site, a logo\nplan: plan.pdf (a file, which is not kept)')
  })

  it('are read in the encoding that they are in', async () => {
    await send({ body: 'name=Ren%E9e&phone=1', type: urlencoded })
    await send({ body: 'name=%D6zlem&phone=1', type: `${urlencoded}; charset=iso-8859-9` })
    await send({ body: 'name=Ren%C3%A9e&phone=1', type: `${urlencoded}; charset=UTF-8` })
    expect(taken.map(({ fields }) => fields.name)).toEqual(['Renée', 'Özlem', 'Renée'])
  })

  it('leave a line of the message for everything else, as it was sent', async () => {
    const more = {
      service: 'Web design',
      price: '1.50',
      utm: { source: 'news' },
      empty: '',
      none: null,
      list: [1, true],
    }
    const body = JSON.stringify({ ...vera, full_name: 'V. F.', ...more }).replace('"1.50"', '1.50')
    await send({ body: body.replace('{', '{"id":12345678901234567890,'), type: 'application/json' })
    expect(taken[0]?.fields).toEqual(stored({}))
    expect(taken[0]?.lines).toBe(
      'id: 12345678901234567890\nfull_name: V. F.\nservice: Web design\nprice: 1.50\nutm source: news\nlist: 1, true',
    )
  })

  it('keep their place before lines that are too long', async () => {
    await sendJson({ ...vera, service: 'AI', message: 'm'.repeat(4900), page: 'p'.repeat(500) })
    const [{ fields, lines } = { fields: stored({}), lines: '' }] = taken
    expect(fields).toEqual(stored({ service: 'ai', message: 'm'.repeat(4900) }))
    expect(lines.endsWith('The rest was too long and is left out.')).toBe(true)
    expect(fields.message.length + 2 + lines.length).toBe(5000)
  })
})

describe('[enquiry-sources.md#refusals] what is refused', () => {
  it.each<[fields: object, problems: object]>([
    [{}, { name: 'Enter a name.', email: 'Enter an email address or a phone number.' }],
    [{ name: ' ', phone: '555' }, { name: 'Enter a name.' }],
    [{ name: 'Vera', phone: 'none' }, { email: 'Enter an email address or a phone number.' }],
    [{ name: 'Vera', email: 'vera' }, { email: 'Enter an email address, like name@example.com.' }],
    [
      { ...vera, name: 'v'.repeat(201), message: 'm'.repeat(5001) },
      { name: 'At most 200 characters.', message: 'At most 5000 characters.' },
    ],
  ])('has reasons: %j', async (fields, problems) => {
    const { status, body } = await sendJson(fields)
    expect([status, body.fields]).toEqual([422, problems])
    expect(refused).toEqual([body.message])
    expect(taken).toEqual([])
  })

  it.each<[status: number, sent: Sent]>([
    [400, { body: '{"name":', type: 'application/json' }],
    [400, { body: 'not a form', type: 'multipart/form-data; boundary=x' }],
    [400, { body: 'name=%E9', type: `${urlencoded}; charset=utf-8` }],
    [413, { body: 'x'.repeat(65 * 1024), type: 'application/json' }],
    [415, { body: '<name/>', type: 'text/xml' }],
    [415, { body: 'name=x', type: 'text/plain' }],
    [415, { body: '{}', type: 'application/json', headers: { 'content-encoding': 'gzip' } }],
    [415, { body: 'name=x', type: `${urlencoded}; charset=klingon` }],
    [422, { body: '[{},{}]', type: 'application/json' }],
    [422, { body: '"Vera"', type: 'application/json' }],
    [422, { body: `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`, type: 'application/json' }],
  ])('is a sentence, with status %i: %j', async (status, sent) => {
    const answer = await send(sent)
    expect([answer.status, refused]).toEqual([status, [answer.body.message]])
  })
})

describe('[enquiry-sources.md#google] a lead of Google’s', () => {
  it('is read with the answers to its questions', async () => {
    const { google_key, ...rest } = lead({ some_future_field: 'x' })
    expect((await sendJson({ ...rest, Google_key: google_key })).status).toBe(200)
    expect(taken[0]).toMatchObject({
      fields: stored({ name: 'FirstName LastName', phone: '1-650-555-0123', email: 'test@example.com' }),
      lines: 'What is your budget?: 10k-50k\ncampaign_id: 281498631867774\nsome_future_field: x',
      isTest: false,
    })
  })

  it('has one id, and is a test if it says so', async () => {
    for (const changes of [{}, { gcl_id: 'other' }, { lead_id: 'another' }])
      await sendJson(lead({ ...changes, is_test: true }))
    const [first, again, another] = taken
    expect(first?.isTest).toBe(true)
    expect(first?.keyHash).toBe(again?.keyHash)
    expect(another?.keyHash).not.toBe(first?.keyHash)
  })

  it.each([{ google_key: 'wrong' }, { google_key: '' }, { google_key: undefined }])(
    'is refused with %j',
    async (changes) => {
      const { status, body } = await sendJson(lead(changes))
      expect([status, body, refused]).toEqual([401, { message: 'The Google key is missing or wrong.' }, [body.message]])
      expect(taken).toEqual([])
    },
  )
})

it('[enquiry-sources.md#once] an Idempotency-Key makes a repetition known, and no other enquiry', async () => {
  const headers = { 'idempotency-key': 'one' }
  for (const changes of [{}, {}, { message: 'Another' }]) await sendJson({ ...vera, ...changes }, { headers })
  const [first, again, another] = taken.map(({ keyHash }) => keyHash)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect([again, another === first]).toEqual([first, false])
})
